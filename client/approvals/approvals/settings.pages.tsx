import { SegmentedControl, Switch } from "@mantine/core";
import { ruleEditorPermissions } from "../../../shared/approvals/approvals/rule-editors.rules";
import { requestFamilyDefinitions, requestFamilies } from "../../../shared/approvals/approvals/families";
import { useText } from "../../platform/intl/useText";
import { useCan, useHasFeature } from "../../platform/session";
import { useAddress } from "../../platform/address/useAddress";
import { EmptyState } from "../../ui/states/EmptyState";
import { PageHead } from "../../ui/PageHead";
import { ApprovalRules } from "./ApprovalRules";
import classes from "./ApprovalRules.module.css";
import { EscalationPanel } from "./EscalationPanel";
import {
  readWaiting,
  updateWaiting,
  type EscalationSetting,
} from "../../../shared/approvals/approvals/approval-rules.contract";
import { refetch, useAction, useEndpoint } from "../../platform/query";
import { Panel } from "../../ui/Panel";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { toast } from "../../ui/toast/toast";

export function ApprovalSettingsPage() {
  const text = useText();
  const can = useCan();
  const has = useHasFeature();
  const [search, setSearch] = useAddress();
  const offered = requestFamilies.filter(
    (family) => has(requestFamilyDefinitions[family].feature) && can(ruleEditorPermissions(family)),
  );
  const family = offered.find((one) => one === search.get("of")) ?? offered[0];
  return (
    <>
      <PageHead
        title={text("title.approvalSettings")}
        tabs={
          offered.length > 1 && (
            <SegmentedControl
              size="xs"
              aria-label={text("rules.family")}
              value={family}
              onChange={(of) => setSearch({ of }, { replace: true })}
              data={offered.map((one) => ({ value: one, label: text(`rules.family.${one}`) }))}
            />
          )
        }
      />
      <div className={classes.page}>
        {family ? <ApprovalRules key={family} family={family} /> : <EmptyState title={text("rules.noFamily")} />}
        {can("approval-rule-edit") && <FourEyesPanel />}
        {can("approval-rule-edit") && <EscalationPanel />}
      </div>
    </>
  );
}

function FourEyesPanel() {
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

function FourEyesSwitch({ setting }: { setting: EscalationSetting }) {
  const text = useText();
  const refresh = () => void refetch(readWaiting);
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
