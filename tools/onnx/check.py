"""Checks ONNX models by the checker of the onnx package, types and shapes inferred
strictly: python3 check.py MODEL...

Prints one JSON object a model: operators, shapes and metadata, as that package
understands them.
"""
import json
import sys

import onnx


def shape(value):
    return [d.dim_param or d.dim_value for d in value.type.tensor_type.shape.dim]


for path in sys.argv[1:]:
    model = onnx.load(path)
    onnx.checker.check_model(model, full_check=True)
    graph = onnx.shape_inference.infer_shapes(model, check_type=True, strict_mode=True, data_prop=True).graph
    inferred = {v.name: shape(v) for v in graph.value_info}
    missing = [o for n in graph.node for o in n.output if o not in inferred and o not in [v.name for v in graph.output]]
    if missing:
        sys.exit(f"{path}: no shape can be inferred for {missing}")
    print(json.dumps({
        "ir": model.ir_version,
        "opset": {o.domain: o.version for o in model.opset_import},
        "operators": [n.op_type for n in graph.node],
        "inputs": {v.name: shape(v) for v in graph.input},
        "outputs": {v.name: shape(v) for v in graph.output},
        "metadata": {p.key: p.value for p in model.metadata_props},
    }))
