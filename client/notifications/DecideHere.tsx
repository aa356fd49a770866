import { Button, Textarea } from "@mantine/core";
import { type ComponentType, type FormEvent, Suspense, useState } from "react";
import type { RequestFamily } from "../../shared/requests/families";
import type { Notification } from "../../shared/notifications/notifications.contract";
import { askingKinds } from "../../shared/notifications/request.words";
import { familyCalls } from "../../shared/requests/family-calls";
import { useDecisionUndo } from "../approvals/useDecisionUndo";
import { lazyPart } from "../ui/states/chunks";
import { call } from "../platform/api";
import { useText } from "../platform/intl/useText";
import { useAction } from "../platform/query";
import { clientFamilies } from "../requests/families";
import classes from "./DecideHere.module.css";

/** It asks for a decision that nobody has taken yet; once it is taken the server marks it as read. */
export const canDecideHere = ({ is_read, data }: Notification): boolean =>
  !is_read && askingKinds.includes(data.kind) && data.values?.request !== undefined && data.values.family !== undefined;

/** What a yes gives, where a family gives something with it. */
const offered = Object.fromEntries(
  Object.entries(clientFamilies).flatMap(([family, { offered: load }]) => (load ? [[family, lazyPart(load)]] : [])),
) as Partial<Record<RequestFamily, ComponentType<{ id: number }>>>;

interface DecideHereProps {
  notification: Notification;
  onDecided: () => void;
}

/** Approves, or rejects with a reason, without leaving the screen one is on. */
export function DecideHere({ notification, onDecided }: DecideHereProps) {
  const text = useText();
  const decisionUndo = useDecisionUndo();
  const [reason, setReason] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  const { request, family, version, requester: name = "" } = notification.data.values;
  const id = Number(request);
  const calls = familyCalls[family as RequestFamily];
  const options = (verdict: "approve" | "reject", body: object) => {
    const said = text(`request.said.${verdict}`, { name });
    const again = (one: number, now: number) =>
      call(calls[verdict], { params: { id: one }, body: { ...body, version: now } } as never);
    return { ...decisionUndo(said, () => ({ text: said, ids: [id], again })), onSuccess: () => onDecided() };
  };
  const approve = useAction(calls.approve, options("approve", {}));
  const reject = useAction(calls.reject, options("reject", { reason }));
  const pending = approve.isPending || reject.isPending;
  const refuse = (event: FormEvent) => {
    event.preventDefault();
    if (!reason?.trim()) return setMissing(true);
    reject.mutate({ params: { id }, body: { version: Number(version), reason: reason.trim() } });
  };
  if (reason === null) {
    const Offered = offered[family as RequestFamily];
    return (
      <span className={classes.buttons}>
        {Offered && (
          <span className={classes.offered}>
            <Suspense>
              <Offered id={id} />
            </Suspense>
          </span>
        )}
        <Button
          size="xs"
          loading={pending}
          aria-label={text("request.approveOf", { name })}
          onClick={() => approve.mutate({ params: { id }, body: { version: Number(version) } })}
        >
          {text("request.approve")}
        </Button>
        <Button
          size="xs"
          disabled={pending}
          aria-label={text("request.rejectOf", { name })}
          onClick={() => setReason("")}
        >
          {text("request.reject")}
        </Button>
      </span>
    );
  }
  return (
    <form
      className={classes.reason}
      onSubmit={refuse}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation(); // the list stays open
        setReason(null);
      }}
    >
      <Textarea
        autoFocus
        autosize
        minRows={2}
        maxRows={5}
        label={text("request.rejectWhy")}
        value={reason}
        error={missing && reason.trim() === "" ? text("field.required") : undefined}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <span className={classes.buttons}>
        <Button size="xs" type="submit" variant="filled" color="danger" loading={pending}>
          {text("request.rejectNow")}
        </Button>
        <Button size="xs" onClick={() => setReason(null)}>
          {text("action.cancel")}
        </Button>
      </span>
    </form>
  );
}
