import { Switch } from "@mantine/core";
import { readWaiting, updateWaiting, type WaitingSetting } from "../../shared/approvals/approval-rules.contract";
import { useText } from "../platform/intl/useText";
import { keyOf, queryClient, useAction, useEndpoint } from "../platform/query";
import { Panel } from "../ui/Panel";
import { QueryBoundary } from "../ui/states/QueryBoundary";
import { SkeletonRows } from "../ui/states/Skeleton";
import { toast } from "../ui/toast/toast";

/** Whether one person may decide two steps of a request, or pay what they approved. */
export function FourEyesPanel() {
  const text = useText();
  const query = useEndpoint(readWaiting);
  return (
    <Panel title={text("fourEyes.title")} padded>
      <QueryBoundary query={query} loading={<SkeletonRows rows={1} />} failed={text("waiting.failed")}>
        {({ data }) => <FourEyesSwitch setting={data} />}
      </QueryBoundary>
    </Panel>
  );
}

function FourEyesSwitch({ setting }: { setting: WaitingSetting }) {
  const text = useText();
  const refresh = () => void queryClient.invalidateQueries({ queryKey: keyOf(readWaiting) });
  const save = useAction(updateWaiting, {
    onSuccess: ({ message }) => {
      toast.done(message ?? "");
      refresh();
    },
    onProblem: refresh,
  });
  return (
    <Switch
      label={text("fourEyes.label")}
      description={text("fourEyes.why")}
      checked={setting.four_eyes}
      disabled={save.isPending}
      onChange={(event) => save.mutate({ body: { ...setting, four_eyes: event.currentTarget.checked } } as never)}
    />
  );
}
