import { requestPath } from "../../../shared/approvals/approvals/request-paths.rules";
import { ActionIcon, Button } from "@mantine/core";
import { IconExternalLink, IconHelpCircle, IconMessage, IconPrinter } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { paths } from "../../platform/paths";
import { useText } from "../../platform/intl/useText";
import { useCan } from "../../platform/session";
import classes from "./RequestFrameTools.module.css";
import type { DecidableRequest } from "./RequestFrame";

export function RequestFrameTools({ request: { id, family } }: { request: Pick<DecidableRequest, "id" | "family"> }) {
  const text = useText();
  const can = useCan();
  const write = () => {
    const field = document.querySelector<HTMLElement>("[data-request-composer]");
    field?.scrollIntoView({ block: "center" });
    field?.focus();
  };
  return (
    <span className={classes.tools}>
      <Button
        size="md"
        variant="subtle"
        color="gray"
        leftSection={<IconMessage size={16} stroke={1.75} aria-hidden />}
        onClick={write}
      >
        {text("request.comment.short")}
      </Button>
      <ActionIcon
        size={36}
        component={Link}
        to={requestPath({ family, id })}
        aria-label={text("request.open")}
        title={text("request.open")}
      >
        <IconExternalLink size={16} stroke={1.75} className="flip" />
      </ActionIcon>
      <ActionIcon
        size={36}
        component={Link}
        to={paths.requestPrint(family, id)}
        target="_blank"
        aria-label={text("request.print")}
        title={text("request.print")}
      >
        <IconPrinter size={16} stroke={1.75} />
      </ActionIcon>
      {can("role-list") && (
        <ActionIcon
          size={36}
          component={Link}
          to={paths.rights("request", id)}
          aria-label={text("rights.title")}
          title={text("rights.title")}
        >
          <IconHelpCircle size={16} stroke={1.75} />
        </ActionIcon>
      )}
    </span>
  );
}
