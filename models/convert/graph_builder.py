"""A thin list of ONNX nodes and weights that a graph is built from, one call per node."""

from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper


class GraphBuilder:
    """Collects nodes and weights in order, and writes them as one file."""

    def __init__(self) -> None:
        self._nodes: list[onnx.NodeProto] = []
        self._weights: list[onnx.TensorProto] = []

    def weight(self, name: str, value: np.ndarray) -> str:
        self._weights.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def half_weight(self, name: str, value: np.ndarray) -> str:
        """Stored as float16 and widened when the model is opened: half the file, the same speed."""
        stored = self.weight(f"{name}.half", value.astype(np.float16))
        return self.node("Cast", [stored], name, to=TensorProto.FLOAT)

    def node(self, operation: str, inputs: list[str], output: str, **attributes: Any) -> str:
        self._nodes.append(helper.make_node(operation, inputs, [output], **attributes))
        return output

    def save(
        self,
        path: str,
        name: str,
        inputs: list[onnx.ValueInfoProto],
        outputs: list[onnx.ValueInfoProto],
        opsets: dict[str, int],
        ir_version: int,
    ) -> None:
        graph = helper.make_graph(self._nodes, name, inputs, outputs, self._weights)
        model = helper.make_model(
            graph,
            opset_imports=[helper.make_opsetid(domain, version) for domain, version in opsets.items()],
            ir_version=ir_version,
        )
        model.producer_name = "fixlore"
        onnx.save(model, path)
