import { IconAlertCircle, IconArrowRight, IconCloudUp } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { taskById } from "../../../../shared/work/tasks/tasks.board";
import type { MessageId } from "../../../platform/intl/catalogues";
import { Message, useText } from "../../../platform/intl/useText";
import { firstNameOf } from "../../../ui/signs/people";
import type { CardState } from "../state/board.card-state";
import type { RecentChange } from "../state/board.context";
import { isPendingCardChange, type PendingChange } from "../pending/task-changes";
import { taskQueue } from "../pending/task-queue";
import classes from "./TaskCard.module.css";
import { useOpenTask } from "../../projects/open-task";
import { useBoard, useBoardScope } from "../state/useBoard";

function Note({ icon, tone, children }: { icon: ReactNode; tone?: "waiting" | "refused"; children: ReactNode }) {
  return (
    <div className={classes.note} data-tone={tone}>
      {icon}
      <span>{children}</span>
    </div>
  );
}

const sentences: Record<string, MessageId> = {
  "task.created": "board.change.created",
  "task.updated": "board.change.updated",
  "task.restored": "board.change.restored",
  "task.moved": "board.change.moved",
};

export function changeMessageId({ arrived, type }: RecentChange): MessageId | undefined {
  return arrived && type === "task.moved" ? "board.change.arrived" : sentences[type];
}

/** Names the users who drag the card or have it open. */
export function PresenceText({ state: { holder, reader, moreReaders } }: { state: CardState }) {
  const name = <bdi>{firstNameOf((holder ?? reader)?.fullname ?? "")}</bdi>;
  const id = holder ? "board.isMoving" : moreReaders > 0 ? "board.hasOpenWithOthers" : "board.hasOpen";
  return <Message id={id} values={{ name, count: moreReaders }} />;
}

export function ChangeNote({ change }: { change: RecentChange }) {
  const id = changeMessageId(change);
  if (!id || !change.actor) return null;
  return (
    <Note icon={<IconArrowRight size={14} stroke={1.75} className="flip" aria-hidden />}>
      <Message id={id} values={{ name: <bdi>{firstNameOf(change.actor.fullname)}</bdi> }} />
    </Note>
  );
}

export function WaitingNote() {
  const text = useText();
  return (
    <Note tone="waiting" icon={<IconCloudUp size={14} stroke={1.75} aria-hidden />}>
      {text("board.waiting")}
    </Note>
  );
}

export function RefusedNote({ pending }: { pending: PendingChange }) {
  const text = useText();
  const { actor } = useBoardScope();
  const reason = useRefusalText(pending);
  const task = useBoard((context) =>
    isPendingCardChange(pending) ? taskById(context.server, pending.taskId) : undefined,
  );
  const { showField } = useOpenTask();
  const missingFieldId = missingFieldOf(pending);
  const discard = () => taskQueue.drop(pending.id);
  const again = () => {
    discard();
    if (pending.kind === "move") actor.send({ type: "MOVE", taskId: pending.taskId, to: pending.to });
  };
  return (
    <Note tone="refused" icon={<IconAlertCircle size={14} stroke={1.75} aria-hidden />}>
      <span role="alert">{reason}</span>
      <span className={classes.choices}>
        {!task && pending.kind === "move" && (
          <button type="button" onClick={() => actor.send({ type: "KEEP_COPY", pendingId: pending.id })}>
            {text("board.refused.keepCopy")}
          </button>
        )}
        {task && missingFieldId !== null && (
          <button type="button" onClick={() => showField(task.id, missingFieldId)}>
            {text("board.refused.fillIn")}
          </button>
        )}
        {task && pending.kind === "move" && canRepeat(pending) && (
          <button type="button" onClick={again}>
            {text(pending.refusal?.code === "task.stale" ? "board.refused.again" : "action.tryAgain")}
          </button>
        )}
        <button type="button" onClick={discard}>
          {text("board.refused.discard")}
        </button>
      </span>
    </Note>
  );
}

/** Internal server errors, whose messages aren't meant for users. */
const isFault = ({ refusal }: PendingChange): boolean => refusal?.code === "internal";

/** Names the user whose change came first if known, otherwise the server's reason. */
/** Id of the project's field whose value the target column requires. */
function missingFieldOf({ refusal }: PendingChange): number | null {
  const [, id] = /(?:^|\.)field_values\.(\d+)$/.exec(refusal?.field ?? "") ?? [];
  return id === undefined ? null : Number(id);
}

const canRepeat = (pending: PendingChange): boolean =>
  pending.refusal?.code === "task.stale" || isFault(pending) || missingFieldOf(pending) !== null;

export function useRefusalText(pending: PendingChange): string {
  const text = useText();
  const column = useBoard(({ drawn }) => drawn.columns[pending.conflict?.columnId ?? 0]?.title);
  const name = pending.conflict?.actor ? firstNameOf(pending.conflict.actor.fullname) : null;
  const { code, message } = pending.refusal ?? { code: "", message: "" };
  if (name && pending.conflict) {
    if (pending.conflict.type === "task.archived") return text("board.refused.archived", { name });
    if (pending.conflict.type === "task.deleted") return text("board.refused.deleted", { name });
    if (code === "task.stale" && column) return text("board.refused.movedFirst", { name, column });
  }
  if (isFault(pending)) return text("board.refused.fault");
  return message || text("error.unknown");
}
