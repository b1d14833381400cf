"""A user's question, answered whole and certified: examination, audit, repair, optimality, sweeps."""
