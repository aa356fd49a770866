import { Link } from "react-router-dom";
import { readProjectOrigin } from "../../../shared/work/templates/templates.contract";
import { useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { useCan } from "../../platform/session";
import tones from "../../ui/layout/tones.module.css";
import { pathOfTemplate } from "./template-address";
import classes from "./templates.module.css";

/** The template from which a project was created; nothing if there is none. */
export function ProjectOrigin({ projectId }: { projectId: number }) {
  const text = useText();
  const mayOpen = useCan()(["project-create", "project-edit"]);
  const origin = useEndpoint(readProjectOrigin, { params: { id: projectId } }, { staleTime: 60_000 }).data?.data;
  if (!origin) return null;
  const { title, code, outdated } = origin;
  const label = text("templates.origin", { title });
  return (
    <p className={tones.muted}>
      {mayOpen && code !== null ? (
        <Link className={classes.origin} to={pathOfTemplate(code)}>
          {label}
        </Link>
      ) : (
        label
      )}
      {outdated && <> · {text("templates.changedSince")}</>}
    </p>
  );
}
