# Find a user's optimal mechanism, prove it, and see that the proof is of that and of nothing else.
set -euo pipefail

exactdp optimal -n 4 --alpha 1/3 --loss squared --prior 1/10,1/5,2/5,1/5,1/10 --certificate best.cert
exactdp verify best.cert | grep "^accepted: .*is the only optimal mechanism for the Bayesian user"

# The same user's best use of the geometric mechanism has the same loss: the first paper's theorem.
exactdp geometric -n 4 --alpha 1/3 --json > geometric.json
exactdp optimal -n 4 --alpha 1/3 --loss squared --prior 1/10,1/5,2/5,1/5,1/10 --json > optimal.json
exactdp interact geometric.json --loss squared --prior 1/10,1/5,2/5,1/5,1/10 --json > interaction.json
value() { python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["value"])' "$1"; }
[ "$(value optimal.json)" = "$(value interaction.json)" ]

# No mechanism is that good at the ends.
exactdp optimal -n 4 --alpha 1/3 --loss squared --at-most 0=1/100 --at-most 4=1/100 --certificate none.cert && code=0 || code=$?
[ $code = 1 ]
exactdp verify none.cert | grep "^accepted: there are no mechanisms"
