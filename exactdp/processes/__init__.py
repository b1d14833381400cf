"""Processes that end with the process that started them: a pool, and a command within limits of time and memory."""
