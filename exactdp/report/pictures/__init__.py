"""Pictures of exact results, drawn by matplotlib, which the extra plot installs."""
