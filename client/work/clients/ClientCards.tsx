import type { CSSProperties, ReactNode } from "react";
import { Link } from "react-router-dom";
import type { Client } from "../../../shared/work/clients/clients.contract";
import { RecordName } from "../../ui/records/RecordName";
import { useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { Avatar } from "../../ui/signs/Avatar";
import { TruncatedName } from "../../ui/signs/TruncatedName";
import { toneColor } from "../../ui/signs/tones";
import classes from "./clients.module.css";
import { mailLink, phoneLink } from "../../../shared/kernel/contact-links";

interface ClientCardsProps {
  rows: readonly Client[];
  menu: (client: Client) => ReactNode;
  onOpen: (client: Client) => void;
}

export function ClientCards({ rows, menu, onOpen }: ClientCardsProps) {
  const text = useText();
  return (
    <ul className={classes.grid} aria-label={text("title.clients")}>
      {rows.map((client) => (
        <li key={client.id} className={classes.card}>
          <header>
            <Avatar person={client} size={40} hasVisibleName />
            <div>
              <h2>
                <RecordName name={client.fullname} onOpen={client.can.edit ? () => onOpen(client) : null} />
              </h2>
              <p>
                {client.code && <span className="key">{client.code}</span>}
                {client.location && <TruncatedName>{client.location}</TruncatedName>}
              </p>
            </div>
            {menu(client)}
          </header>
          <Contacts client={client} />
          <Projects client={client} />
        </li>
      ))}
    </ul>
  );
}

function Contacts({ client: { email, phone_number: phone } }: { client: Client }) {
  if (!email && !phone) return null;
  return (
    <p className={classes.contacts}>
      {email && (
        <a href={mailLink(email)} dir="ltr">
          {email}
        </a>
      )}
      {phone && (
        <a href={phoneLink(phone)} dir="ltr">
          {phone}
        </a>
      )}
    </p>
  );
}

function Projects({ client: { fullname, projects } }: { client: Client }) {
  const text = useText();
  if (projects.length === 0) return <p className={classes.none}>{text("client.noProjects")}</p>;
  return (
    <ul className={classes.projects} aria-label={text("client.projects", { name: fullname })}>
      {projects.map(({ id, title, color }) => (
        <li key={id} style={{ "--dot": toneColor(color) } as CSSProperties}>
          <i aria-hidden />
          <Link to={paths.board(id)}>
            <TruncatedName>{title}</TruncatedName>
          </Link>
        </li>
      ))}
    </ul>
  );
}
