import { Button } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { Link } from "react-router-dom";
import { paths } from "../../../platform/paths";
import { useText } from "../../../platform/intl/useText";
import { OfflineError, ProblemError } from "../../../platform/problem-error";
import { EmptyState } from "../../../ui/states/EmptyState";
import { ErrorState } from "../../../ui/states/ErrorState";
import classes from "./Board.module.css";
import type { BoardActor } from "../state/useBoard";

export function BoardFailed({ actor }: { actor: BoardActor }) {
  const text = useText();
  const problem = useSelector(actor, ({ context }) => context.problem);
  const error =
    problem && problem.status > 0
      ? new ProblemError(problem.status, "unreadable", problem.message, {}, null, problem.requestId)
      : new OfflineError();
  return (
    <div className={classes.message}>
      <ErrorState error={error} title={text("board.failed")} onRetry={() => actor.send({ type: "RETRY" })} />
    </div>
  );
}

export function BoardRevoked() {
  const text = useText();
  return (
    <div className={classes.message} role="alert">
      <EmptyState
        title={text("board.revoked")}
        text={text("board.revoked.why")}
        action={
          <Button component={Link} to={paths.projects} replace>
            {text("board.revoked.toProjects")}
          </Button>
        }
      />
    </div>
  );
}
