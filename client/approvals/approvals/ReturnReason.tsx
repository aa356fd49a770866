import { Button } from "@mantine/core";
import { IconMessageReply } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import type { RequestStep } from "../../../shared/approvals/approvals/approvals.contract";
import type { RequestFamily } from "../../../shared/approvals/approvals/families";
import { requestPath } from "../../../shared/approvals/approvals/request-paths.rules";
import { Message, useText } from "../../platform/intl/useText";
import classes from "./ReturnReason.module.css";

export function ReturnReason({ request: { steps } }: { request: { steps: readonly RequestStep[] } }) {
  const returned = steps.filter(({ state }) => state === "rejected" || state === "changes_requested").at(-1);
  if (!returned) return null;
  const id = returned.state === "rejected" ? "request.saidRejected" : "request.saidChanges";
  return (
    <aside className={classes.said}>
      <IconMessageReply size={16} stroke={1.75} className="flip" aria-hidden />
      <div>
        <p>
          <Message id={id} values={{ name: <bdi>{returned.decided_by?.fullname}</bdi> }} />
        </p>
        {returned.note && (
          <blockquote>
            <bdi>{returned.note}</bdi>
          </blockquote>
        )}
      </div>
    </aside>
  );
}

export function BackToRequest({ family, id }: { family: RequestFamily; id: number }) {
  const text = useText();
  return (
    <Button variant="subtle" component={Link} to={requestPath({ family, id })}>
      {text("request.backToRequest")}
    </Button>
  );
}
