import { Button } from "@mantine/core";
import {
  type DataExport,
  type ExportKind,
  requestOwnExport,
  requestTenantExport,
  listExports,
} from "../../../shared/insights/exports/exports.contract";
import { call } from "../../platform/api";
import { useFormat, useText } from "../../platform/intl/useText";
import { useFileSize } from "../../work/attachments/useFileSize";
import { useEndpoint } from "../../platform/query";
import { usePasswordConfirmation } from "../../identity/security/usePasswordConfirmation";
import { Panel } from "../../ui/Panel";
import { ErrorState } from "../../ui/states/ErrorState";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { toast } from "../../ui/toast/toast";
import classes from "./ExportPanel.module.css";

const calls = { person: requestOwnExport, organization: requestTenantExport } as const;

export const OwnExportPanel = () => <ExportPanel kind="person" />;

export function ExportPanel({ kind }: { kind: ExportKind }) {
  const text = useText();
  const query = useEndpoint(listExports);
  const confirm = usePasswordConfirmation();
  const exports = query.data?.data.filter((one) => one.kind === kind);
  const underWay = exports?.some(({ state }) => state === "waiting" || state === "running") ?? true;
  const ask = () =>
    confirm.run(kind, async () => {
      toast.done((await call(calls[kind], {})).message ?? "");
      await query.refetch();
    });
  return (
    <Panel title={text(`export.title.${kind}`)} padded>
      <div className={classes.panel}>
        <p>{text(`export.why.${kind}`)}</p>
        {query.isPending && <SkeletonRows rows={1} />}
        {query.error && !exports && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
        {exports && exports.length > 0 && (
          <ul className={classes.list} aria-live="polite">
            {exports.map((one) => (
              <Line key={one.id} copy={one} />
            ))}
          </ul>
        )}
        <Button loading={confirm.busy} disabled={underWay} onClick={ask}>
          {text("export.ask")}
        </Button>
      </div>
      {confirm.dialog}
    </Panel>
  );
}

function Line({ copy }: { copy: DataExport }) {
  const text = useText();
  const { dateTime } = useFormat();
  const sizeOf = useFileSize();
  const { state, url, size, done, total, expires_at: until } = copy;
  if (state === "ready" && url)
    return (
      <li>
        <a href={url} download className="link">
          {text("export.fetch", { size: sizeOf(size ?? 0) })}
        </a>
        {until && <small>{text("export.until", { when: dateTime(until) })}</small>}
      </li>
    );
  if (state === "failed") return <li>{text("export.failed")}</li>;
  return (
    <li>
      <span>{text(state === "waiting" ? "export.waiting" : "export.running")}</span>
      <progress max={Math.max(1, total)} value={done} aria-label={text("export.running")} />
    </li>
  );
}
