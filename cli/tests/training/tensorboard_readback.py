"""Reads a folder of event files as TensorBoard does and prints what it found as JSON."""

import json
import sys

from tensorboard.backend.event_processing import data_provider, event_accumulator, plugin_event_multiplexer
from tensorboard.context import RequestContext
from tensorboard.plugins.base_plugin import TBContext
from tensorboard.plugins.hparams import api_pb2, backend_context, list_session_groups


def accumulate(folder):
    accumulator = event_accumulator.EventAccumulator(folder, size_guidance={"scalars": 0, "images": 0})
    accumulator.Reload()
    found = {"tags": accumulator.Tags(), "scalars": {}, "histograms": {}, "images": {}, "texts": {}}
    for tag in accumulator.Tags()["scalars"]:
        found["scalars"][tag] = [[event.step, event.value] for event in accumulator.Scalars(tag)]
    for tag in accumulator.Tags()["histograms"]:
        value = accumulator.Histograms(tag)[-1].histogram_value
        found["histograms"][tag] = {"num": value.num, "max": value.max, "sum": value.sum, "bucket": list(value.bucket)}
    for tag in accumulator.Tags()["images"]:
        image = accumulator.Images(tag)[-1]
        png = image.encoded_image_string
        inside = [int.from_bytes(png[at : at + 4], "big") for at in (16, 20)]
        found["images"][tag] = {"size": [image.width, image.height], "png": inside}
    for tag in accumulator.Tags()["tensors"]:
        if accumulator.SummaryMetadata(tag).plugin_data.plugin_name == "text":
            found["texts"][tag] = accumulator.Tensors(tag)[-1].tensor_proto.string_val[0].decode()
    return found


def session_groups(folder):
    """The table of hyperparameters, by the code that serves it to the browser."""
    multiplexer = plugin_event_multiplexer.EventMultiplexer()
    multiplexer.AddRunsFromDirectory(folder)
    multiplexer.Reload()
    provider = data_provider.MultiplexerDataProvider(multiplexer, folder)
    context = backend_context.Context(TBContext(data_provider=provider))
    metadata = context.hparams_metadata(RequestContext(), "")
    experiment = context.experiment_from_metadata(RequestContext(), "", True, metadata, [])
    request = api_pb2.ListSessionGroupsRequest(
        start_index=0,
        slice_size=10,
        allowed_statuses=[
            api_pb2.STATUS_SUCCESS,
            api_pb2.STATUS_FAILURE,
            api_pb2.STATUS_RUNNING,
            api_pb2.STATUS_UNKNOWN,
        ],
        col_params=[api_pb2.ColParams(metric=info.name) for info in experiment.metric_infos],
    )
    response = list_session_groups.Handler(RequestContext(), context, "", request).run()
    return [
        {
            "hparams": {
                name: getattr(value, value.WhichOneof("kind")) for name, value in group.hparams.items()
            },
            "scores": {metric.name.tag: metric.value for metric in group.metric_values},
            "status": [api_pb2.Status.Name(session.status) for session in group.sessions],
        }
        for group in response.session_groups
    ]


folder = sys.argv[1]
print(json.dumps({**accumulate(folder), "groups": session_groups(folder)}))
