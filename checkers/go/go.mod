module exactdp/checkers/go

go 1.19
