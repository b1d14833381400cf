"""What the lecture notes and Dwork 2013 add: randomised response, exponential mechanism, attacks, MWEM."""
