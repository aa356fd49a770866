import { Button } from "@mantine/core";
import { IconMessageReply } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import type { RequestStep } from "../../shared/approvals/approvals.contract";
import type { RequestFamily } from "../../shared/requests/families";
import { paths } from "../platform/paths";
import { Message, useText } from "../platform/intl/useText";
import classes from "./SentBack.module.css";

/** What was said when it was sent back or rejected: one changes it with the words before one's eyes. */
export function SentBack({ request: { steps } }: { request: { steps: readonly RequestStep[] } }) {
  const said = steps.filter(({ state }) => state === "rejected" || state === "changes_requested").at(-1);
  if (!said) return null;
  const id = said.state === "rejected" ? "request.saidRejected" : "request.saidChanges";
  return (
    <aside className={classes.said}>
      <IconMessageReply size={16} stroke={1.75} className="flip" aria-hidden />
      <div>
        <p>
          <Message id={id} values={{ name: <bdi>{said.decided_by?.fullname}</bdi> }} />
        </p>
        {said.note && (
          <blockquote>
            <bdi>{said.note}</bdi>
          </blockquote>
        )}
      </div>
    </aside>
  );
}

/** Leaves the request as it was sent. */
export function BackToRequest({ family, id }: { family: RequestFamily; id: number }) {
  const text = useText();
  return (
    <Button variant="subtle" component={Link} to={paths.request(family, id)}>
      {text("request.backToRequest")}
    </Button>
  );
}
