"""The polytope of α-private mechanisms: tight constraints, vertices, and derivability from the geometric mechanism."""
