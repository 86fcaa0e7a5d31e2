"""Plans: studies as files, read with the line of every error, and played; knows no command."""
