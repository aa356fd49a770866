import { Link } from "react-router-dom";
import type { ActingAssignment } from "../../../shared/people/acting/acting.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { Avatar } from "../../ui/signs/Avatar";
import { Panel } from "../../ui/Panel";
import classes from "./EmployeeView.module.css";

interface Colleague {
  id: number;
  fullname: string;
  image: string | null;
  position?: string | null;
}

export function PersonLink({ person }: { person: Colleague }) {
  return (
    <Link to={paths.employeeView(person.id)} className={classes.person}>
      <Avatar person={person} size={20} hasVisibleName />
      <bdi>{person.fullname}</bdi>
    </Link>
  );
}

export function PersonActing({
  acting,
  actsFor,
}: {
  acting: readonly ActingAssignment[];
  actsFor: readonly ActingAssignment[];
}) {
  const text = useText();
  const { day } = useFormat();
  const withDays = (one: ActingAssignment, person: Colleague) => ({
    ...person,
    position: text("acting.days", { from: day(one.starts_on, "medium"), to: day(one.ends_on, "medium") }),
  });
  return (
    <>
      {acting.length > 0 && (
        <PeopleList title={text("acting.theirs")} people={acting.map((one) => withDays(one, one.acting))} />
      )}
      {actsFor.length > 0 && (
        <PeopleList title={text("acting.others")} people={actsFor.map((one) => withDays(one, one.user))} />
      )}
    </>
  );
}

export function PeopleList({ title, people }: { title: string; people: readonly Colleague[] }) {
  return (
    <Panel title={title} padded>
      <ul className={classes.list}>
        {people.map((person) => (
          <li key={person.id} className={classes.colleague}>
            <Avatar person={person} size={28} hasVisibleName />
            <span>
              <Link to={paths.employeeView(person.id)}>
                <bdi>{person.fullname}</bdi>
              </Link>
              {person.position && (
                <small>
                  <bdi>{person.position}</bdi>
                </small>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
