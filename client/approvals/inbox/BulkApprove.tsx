import { Button } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useRef, useState } from "react";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import {
  approveRequests,
  bulkApproveBatchSize,
  listInbox,
} from "../../../shared/approvals/approvals/approvals.contract";
import type { RequestFamily } from "../../../shared/approvals/approvals/families";
import { clientFamilyOf } from "../approvals/client-families";
import { useDecisionUndo } from "../approvals/useDecisionUndo";
import { call } from "../../platform/api";
import { useText } from "../../platform/intl/useText";
import { refetch, useAction } from "../../platform/query";
import { RefusedDialog, type RefusedItem } from "../../ui/RefusedDialog";
import classes from "./BulkApprove.module.css";
import type { ListedEntry } from "./useInboxList";
import type { Selection } from "./useSelection";
import flow from "../../ui/layout/flow.module.css";

interface BulkApproveProps {
  entries: readonly ListedEntry[];
  selection: Selection;
}

/** Approves the selected requests one by one, with the same checks as a single approval; failures are listed individually. */
export function BulkApprove({ entries, selection }: BulkApproveProps) {
  const text = useText();
  const decisionUndo = useDecisionUndo();
  const [refused, setRefused] = useState<readonly RefusedItem[]>([]);
  const chosen = entries.filter(({ request }) => selection.ids.has(request.id));
  const kinds = new Set(chosen.map(({ request }) => `${request.family} ${request.type}`));
  const alike = entries
    .filter(({ request }) => kinds.has(`${request.family} ${request.type}`))
    .slice(0, bulkApproveBatchSize);
  const approve = useAction(approveRequests, {
    ...decisionUndo(
      text("inbox.approveChosen", { count: chosen.length }),
      ({ message, data }: ReplyOf<typeof approveRequests>) => {
        const ids = data.filter((result) => result.done).map(({ id }) => id);
        return ids.length > 0 ? { text: message ?? "", ids, again } : null;
      },
    ),
    onSuccess: ({ data }) => {
      const names = new Map(chosen.map(({ request }) => [request.id, request.requester.fullname]));
      setRefused(data.filter(({ done }) => !done).map((result) => ({ ...result, name: names.get(result.id) ?? "" })));
      selection.clear();
      void refetch(listInbox);
    },
  });
  /** The families of the requests that were sent, which leave the list before a redo. */
  const sentFamilies = useRef(new Map<number, RequestFamily>());
  const again = async (id: number, version: number) => {
    const family = sentFamilies.current.get(id);
    if (!family) return;
    const { approve: approveOne } = await clientFamilyOf(family).calls();
    await call(approveOne, { params: { id }, body: { version } });
  };
  const requests = chosen.map(({ request: { id, version } }) => ({ id, version }));
  return (
    <>
      {chosen.length > 0 && (
        <div className={classes.bar} role="toolbar" aria-label={text("inbox.bulk")}>
          <strong aria-live="polite">{text("inbox.chosen", { count: chosen.length })}</strong>
          {alike.length > chosen.length && (
            <Button size="xs" variant="subtle" onClick={() => selection.choose(alike.map(({ request }) => request.id))}>
              {text(kinds.size > 1 ? "inbox.chooseAlikeKinds" : "inbox.chooseAlike", { count: alike.length })}
            </Button>
          )}
          <span className={flow.grow} />
          <Button size="xs" variant="subtle" color="gray" onClick={selection.clear}>
            {text("action.cancel")}
          </Button>
          <Button
            size="xs"
            disabled={chosen.length > bulkApproveBatchSize}
            loading={approve.isPending}
            leftSection={<IconCheck size={14} stroke={2} aria-hidden />}
            onClick={() => {
              for (const { request } of chosen) sentFamilies.current.set(request.id, request.family);
              approve.mutate({ body: { requests, note: null } });
            }}
          >
            {text("inbox.approveChosen", { count: chosen.length })}
          </Button>
        </div>
      )}
      <RefusedDialog
        title={text("inbox.notApproved", { count: refused.length })}
        refused={refused}
        onClose={() => setRefused([])}
      />
    </>
  );
}
