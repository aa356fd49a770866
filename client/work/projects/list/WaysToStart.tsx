import { IconLayoutKanban, IconTableImport, IconTemplate } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { useText } from "../../../platform/intl/useText";
import { paths } from "../../../platform/paths";
import linkRow from "../../../ui/LinkRow.module.css";
import tones from "../../../ui/layout/tones.module.css";
import classes from "./WaysToStart.module.css";

const ways = [
  {
    to: paths.projectImport,
    Icon: IconTableImport,
    title: "title.projectImport",
    explanation: "projects.start.import",
  },
  {
    to: paths.projectTemplates,
    Icon: IconTemplate,
    title: "templates.from",
    explanation: "projects.start.template",
  },
  {
    to: paths.projectCreate,
    Icon: IconLayoutKanban,
    title: "projects.start.emptyProject",
    explanation: "projects.start.empty",
  },
] as const;

/** Ways to the first project, on the screens that are empty without one. */
export function WaysToStart() {
  const text = useText();
  return (
    <ul className={classes.ways}>
      {ways.map(({ to, Icon, title, explanation }) => (
        <li key={to} className={`${linkRow.row} ${classes.way}`}>
          <Icon size={20} stroke={1.75} aria-hidden />
          <Link to={to} className={`${linkRow.link} ${classes.title}`}>
            {text(title)}
          </Link>
          <p className={tones.muted}>{text(explanation)}</p>
        </li>
      ))}
    </ul>
  );
}
