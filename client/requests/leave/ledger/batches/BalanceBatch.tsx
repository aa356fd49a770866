import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import type { ReplyOf } from "../../../../../shared/kernel/endpoint";
import { readBalanceBatch, undoBalanceBatch } from "../../../../../shared/requests/leave/ledger/batches.contract";
import { undoBatchSchema } from "../../../../../shared/requests/leave/ledger/ledger.schema";
import { call } from "../../../../platform/api";
import { useNameOf } from "../../../../platform/intl/useNameOf";
import { Message, useText } from "../../../../platform/intl/useText";
import { useEndpoint } from "../../../../platform/query";
import { useScreenTitle } from "../../../../platform/screen-title";
import { Dialog } from "../../../../ui/Dialog";
import { DialogForm } from "../../../../ui/form/DialogForm";
import { useForm } from "../../../../ui/form/form";
import { PageHead } from "../../../../ui/PageHead";
import { Panel } from "../../../../ui/Panel";
import { Avatar } from "../../../../ui/signs/Avatar";
import { DayLabel } from "../../../../ui/signs/DayLabel";
import { QueryBoundary } from "../../../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../../../ui/states/Skeleton";
import { Table } from "../../../../ui/Table";
import { toast } from "../../../../ui/toast/toast";
import classes from "./Batches.module.css";
import { useBatchTexts } from "./useBatchTexts";

type Batch = ReplyOf<typeof readBalanceBatch>["data"];

export function BalanceBatch({ id }: { id: number }) {
  const text = useText();
  const query = useEndpoint(readBalanceBatch, { params: { id } });
  return (
    <QueryBoundary query={query} loading={<SkeletonRows rows={6} />} failed={text("balanceBatch.failed")}>
      {({ data }) => <BatchView batch={data} />}
    </QueryBoundary>
  );
}

function BatchView({ batch }: { batch: Batch }) {
  const text = useText();
  const nameOf = useNameOf();
  const { titleOf, changeOf } = useBatchTexts();
  const title = titleOf(batch);
  useScreenTitle(title);
  const [undoing, setUndoing] = useState(false);
  const by = (name: string | undefined, at: string) => (
    <Message
      id="ledger.by"
      values={{
        name: <bdi>{name ?? text("balanceBatch.formerUser")}</bdi>,
        day: <DayLabel value={at} style="medium" />,
      }}
    />
  );
  return (
    <>
      <PageHead title={title} status={batch.undone && text("balanceBatch.undone")}>
        {!batch.undone && <Button onClick={() => setUndoing(true)}>{text("balanceBatch.undo")}</Button>}
      </PageHead>
      <div className={classes.page}>
        <Panel padded>
          <dl className={classes.facts}>
            <dt>{text("balances.note")}</dt>
            <dd>
              <bdi>{batch.note}</bdi>
            </dd>
            <dt>{text("balanceBatch.by")}</dt>
            <dd>{by(batch.created_by?.fullname, batch.at)}</dd>
            {batch.undone && (
              <>
                <dt>{text("balanceBatch.undone")}</dt>
                <dd>
                  {by(batch.undone.by?.fullname, batch.undone.at)}
                  {": "}
                  <bdi>{batch.undone.note}</bdi>
                </dd>
              </>
            )}
          </dl>
        </Panel>
        <Panel>
          <div className={classes.scroll}>
            <Table className={classes.table} aria-label={title}>
              <thead>
                <tr>
                  <th scope="col">{text("leave.col.person")}</th>
                  <th scope="col">{text("leave.kind")}</th>
                  <th scope="col" className={classes.end}>
                    {text("balanceBatch.change")}
                  </th>
                </tr>
              </thead>
              <tbody>
                {batch.entries.map(({ person, leave_type: type, days }) => (
                  <tr key={`${person.id} ${type.id}`}>
                    <th scope="row">
                      <span className={classes.who}>
                        <Avatar person={person} size={24} hasVisibleName />
                        <bdi>{person.fullname}</bdi>
                      </span>
                    </th>
                    <td>
                      <bdi>{nameOf(type)}</bdi>
                    </td>
                    <td className={classes.end}>
                      <bdi>{changeOf(days, type.unit)}</bdi>
                    </td>
                  </tr>
                ))}
              </tbody>
            </Table>
          </div>
        </Panel>
      </div>
      <Dialog opened={undoing} onClose={() => setUndoing(false)} size={460} title={text("balanceBatch.undo.title")}>
        {undoing && <UndoForm batch={batch} onClose={() => setUndoing(false)} />}
      </Dialog>
    </>
  );
}

function UndoForm({ batch: { id, version, people }, onClose }: { batch: Batch; onClose: () => void }) {
  const text = useText();
  const form = useForm(undoBatchSchema, {
    initialValues: { version, note: "" },
    onSubmit: async (body, { idempotencyKey }) => {
      const { message } = await call(undoBalanceBatch, { params: { id }, body, idempotencyKey });
      toast.done(message ?? "");
      onClose();
    },
  });
  return (
    <DialogForm form={form} onClose={onClose} submitLabel={text("balanceBatch.undo")}>
      <p className={classes.why}>{text("balanceBatch.undo.why", { people })}</p>
      <Textarea data-autofocus autosize minRows={2} label={text("balances.note")} {...form.field("note")} />
    </DialogForm>
  );
}
