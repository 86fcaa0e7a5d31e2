"""The attack: what users, disks and machines do wrong, by the thousand (docs/reliability.md)."""
