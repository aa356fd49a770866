import { Alert, Button, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { latinDigits } from "../../../shared/kernel/digits";
import type { BackupSummary } from "../../../shared/operations/backup/backup.contract";
import { readOperatorLog } from "../../../shared/operations/operator/overview.contract";
import {
  confirmRestored,
  readRestoreState,
  requestBackup,
  requestRestore,
  restoreCodeSchema,
  restoreSchema,
  type RestoreState,
  undoRestored,
} from "../../../shared/operations/operator/restore.contract";
import { call } from "../../platform/api";
import { useFormat, useText } from "../../platform/intl/useText";
import { refetch, useAction, useEndpoint } from "../../platform/query";
import { Dialog } from "../../ui/Dialog";
import { Form } from "../../ui/form/Form";
import { useForm } from "../../ui/form/form";
import { Code, ListPanel } from "./ListPanel";
import classes from "./operator.module.css";
import { useBytes } from "./useBytes";

const refreshMs = 10_000;
const refetchState = () => refetch(readRestoreState, readOperatorLog);

type OpenDialog = BackupSummary | "confirm" | "undo" | null;

/** Lists all backups with their contents. Restoring one requires typing its name and a code from the authenticator app. */
export function BackupsPanel() {
  const text = useText();
  const { dateTime } = useFormat();
  const bytes = useBytes();
  const { data, error } = useEndpoint(readRestoreState, {}, { refetchInterval: refreshMs });
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const backUp = useAction(requestBackup, { onSuccess: () => void refetchState() });
  const state = data?.data;
  const isBackingUp = state?.backup.running;
  const close = () => setDialog(null);
  const heads = [text("operator.backup.taken"), text("operator.backup.size"), text("operator.backup.state"), ""];
  return (
    <>
      {state && !error && <RestoreNotice state={state} onOpen={setDialog} />}
      <ListPanel
        title={text("operator.backups")}
        heads={heads}
        none={text("operator.backups.none")}
        actions={
          <Button
            size="xs"
            loading={backUp.isPending}
            disabled={!state || isBackingUp || state.requested}
            onClick={() => backUp.mutate({})}
          >
            {text(isBackingUp ? "operator.backup.inProgress" : "operator.backup.now")}
          </Button>
        }
      >
        {(state?.backups ?? []).map((backup) => (
          <tr key={backup.id}>
            <th scope="row">{backup.taken_at ? dateTime(backup.taken_at) : <Code>{backup.id}</Code>}</th>
            <td>{bytes(backup.size)}</td>
            <td data-bad={backup.state === "failed" || undefined}>
              {text(`operator.backup.${backup.state}`)}
              {backup.problem && <small lang="en">{[backup.problem, backup.file].filter(Boolean).join(" ")}</small>}
            </td>
            <td className={classes.actions}>
              {state?.possible && backup.taken_at && backup.kind === "cluster" && (
                <Button
                  size="xs"
                  disabled={state.requested || state.unconfirmed}
                  aria-label={text("operator.restore.of", { time: dateTime(backup.taken_at) })}
                  onClick={() => setDialog(backup)}
                >
                  {text("operator.restore")}
                </Button>
              )}
            </td>
          </tr>
        ))}
      </ListPanel>
      {dialog !== null && typeof dialog === "object" && <RestoreDialog backup={dialog} onClose={close} />}
      {(dialog === "confirm" || dialog === "undo") && <EndDialog action={dialog} onClose={close} />}
    </>
  );
}

function RestoreNotice({ state, onOpen }: { state: RestoreState; onOpen: (dialog: OpenDialog) => void }) {
  const text = useText();
  const failed = state.last?.problem && !state.requested && !state.unconfirmed ? state.last.problem : null;
  const backupProblem = state.backup.problem;
  if (!state.requested && !state.unconfirmed && !failed && !backupProblem && state.possible) return null;
  return (
    <Alert role="status" color={failed || backupProblem ? "danger" : undefined} className={classes.notice}>
      {backupProblem && <p>{text("operator.backup.notTaken", { problem: backupProblem })}</p>}
      {state.requested && text("operator.restore.begun")}
      {!state.requested && state.unconfirmed && (
        <>
          <p>{text("operator.restore.unconfirmed")}</p>
          <div className={classes.noticeActions}>
            <Button size="xs" variant="filled" onClick={() => onOpen("confirm")}>
              {text("operator.restore.confirm")}
            </Button>
            <Button size="xs" onClick={() => onOpen("undo")}>
              {text("operator.restore.undo")}
            </Button>
          </div>
        </>
      )}
      {failed && text("operator.restore.failed", { problem: failed })}
      {!state.possible && text("operator.restore.external")}
    </Alert>
  );
}

function RestoreDialog({ backup, onClose }: { backup: BackupSummary; onClose: () => void }) {
  const text = useText();
  const { dateTime } = useFormat();
  const bytes = useBytes();
  const form = useForm(restoreSchema, {
    initialValues: { backup: "", until: "", code: "" },
    onSubmit: async (body) => {
      await call(requestRestore, { params: { backup: backup.id }, body });
      onClose();
      await refetchState();
    },
  });
  const facts: [string, ReactNode][] = [
    [text("operator.backup.holds"), <bdi key="t">{backup.tenants.map(({ name }) => name).join(", ") || "–"}</bdi>],
    [text("operator.backup.lastChange"), backup.last_change ? dateTime(backup.last_change) : "–"],
    [text("operator.backup.size"), bytes(backup.size)],
    [
      text("operator.backup.encryption"),
      backup.key_id ? text("operator.backup.encrypted", { key: backup.key_id }) : text("operator.backup.plain"),
    ],
  ];
  return (
    <Dialog opened onClose={onClose} title={text("operator.restore.of", { time: dateTime(backup.taken_at ?? "") })}>
      <Form form={form}>
        <p>{text("operator.restore.why")}</p>
        <dl className={classes.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <TextInput
          label={text("operator.restore.until")}
          description={text("operator.restore.until.help")}
          autoComplete="off"
          dir="ltr"
          {...form.field("until")}
        />
        <TextInput
          label={text("confirm.typeName", { name: backup.id })}
          autoComplete="off"
          dir="ltr"
          {...form.field("backup")}
        />
        <CodeInput field={form.field("code")} onCode={(code) => form.setValue("code", code)} />
        <Button type="submit" variant="filled" color="danger" loading={form.sending}>
          {text("operator.restore")}
        </Button>
      </Form>
    </Dialog>
  );
}

function EndDialog({ action, onClose }: { action: "confirm" | "undo"; onClose: () => void }) {
  const text = useText();
  const form = useForm(restoreCodeSchema, {
    initialValues: { code: "" },
    onSubmit: async (body) => {
      await call(action === "confirm" ? confirmRestored : undoRestored, { body });
      onClose();
      await refetchState();
    },
  });
  return (
    <Dialog opened onClose={onClose} title={text(`operator.restore.${action}`)}>
      <Form form={form}>
        <p>{text(`operator.restore.${action}.why`)}</p>
        <CodeInput field={form.field("code")} onCode={(code) => form.setValue("code", code)} />
        <Button type="submit" variant="filled" color="danger" loading={form.sending}>
          {text(`operator.restore.${action}`)}
        </Button>
      </Form>
    </Dialog>
  );
}

function CodeInput({ field, onCode }: { field: object; onCode: (code: string) => void }) {
  const text = useText();
  return (
    <TextInput
      label={text("secondStep.code")}
      description={text("secondStep.code.help")}
      inputMode="numeric"
      autoComplete="one-time-code"
      dir="ltr"
      {...field}
      onChange={(event) => onCode(latinDigits(event.currentTarget.value))}
    />
  );
}
