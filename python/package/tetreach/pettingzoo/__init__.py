"""Games of two as PettingZoo environments. Needs ``tetreach[pettingzoo]``.

Each game is a module with ``env`` and ``raw_env``: ``tetress_v0``, ``guideline_versus_v0`` and
``guideline_keys_versus_v0``. The first two also have ``parallel_env``.
"""
