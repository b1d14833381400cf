"""What the papers define: matrices, mechanisms, neighbours, the geometric mechanism, losses, priors."""
