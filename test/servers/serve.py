"""Starts llama.cpp's server: `python serve.py MODEL`. Prints its address when it answers, and ends with its standard input."""

import sys

import xllamacpp

params = xllamacpp.CommonParams()
params.model.path = sys.argv[1]
params.model_alias = {"noise"}
params.hostnames = ["127.0.0.1"]
params.port = 0
params.n_ctx = 65536
params.n_parallel = 2
params.kv_unified = True
params.n_predict = 2000
params.use_jinja = True
params.warmup = False
params.cpuparams.n_threads = 1
params.verbosity = 1
params.ui = False
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
sys.stdin.read()
