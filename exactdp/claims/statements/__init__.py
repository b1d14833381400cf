"""Statements as data: terms and formulas, their definitions and names, their notation and their exact values."""
