"""What games add up to, its summary, tables and files; knows nothing of studies."""
