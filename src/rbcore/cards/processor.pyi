COMPILER: str
FLAGS: str

def has_v3_instructions() -> bool: ...
