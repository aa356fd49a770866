import type { ReactNode } from "react";
import type { ReplyOf } from "../../shared/kernel/endpoint";
import { fieldReaders, type UserField } from "../../shared/people/people.fields";
import type { readUser } from "../../shared/people/users.contract";
import { useFormat, useText } from "../platform/intl/useText";
import { Avatar } from "../ui/signs/Avatar";
import { Day } from "../ui/signs/Day";
import { Money } from "../ui/signs/Money";
import { Panel } from "../ui/Panel";
import { PersonLeave } from "../leave/balances/PersonLeave";
import { PersonOnboarding } from "../onboarding/PersonOnboarding";
import { PlannedChanges } from "../employment/PlannedChanges";
import { EmployeeHistory } from "./EmployeeHistory";
import { PersonFiles } from "./files/PersonFiles";
import { People, PersonActing, PersonLink } from "./Colleagues";
import { EmployeeSigns } from "./EmployeeSigns";
import classes from "./EmployeeView.module.css";

export type EmployeeDetail = ReplyOf<typeof readUser>["data"];

/** Which fields stand where; a field that one may not read isn't there. */
const work: readonly UserField[] = [
  "employee_id",
  "contract_type",
  "position",
  "date_of_joining",
  "department",
  "contract_start",
  "parent",
  "contract_end",
  "role",
  "last_day",
  "location",
  "salary",
];
const personal: readonly UserField[] = [
  "email",
  "last_degree",
  "phone_number",
  "credential_number",
  "slack_id",
  "issued_date",
  "address",
  "expiry_date",
  "city",
  "gender",
];

interface EmployeeViewProps {
  employee: EmployeeDetail;
  /** Actions at the end of the head, or what else stands at the side. */
  children?: ReactNode;
}

/** Everything about one person that one may read. */
export function EmployeeView({ employee, children }: EmployeeViewProps) {
  const text = useText();
  const { day } = useFormat();
  const { fullname = "", position } = employee;
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <Avatar person={{ ...employee, fullname }} size={40} named />
        <div className={classes.title}>
          <h1 tabIndex={-1} data-page-title>
            <bdi>{fullname}</bdi>
          </h1>
          {position && <span className="clip">{position.title}</span>}
        </div>
        <EmployeeSigns employee={employee} />
        {employee.invited_until && (
          <span className={classes.invited}>
            {text("people.invitedUntil", { day: day(employee.invited_until.slice(0, 10), "medium") })}
          </span>
        )}
        <span className={classes.grow} />
        {children}
      </header>
      <EmployeeRecord employee={employee} />
    </div>
  );
}

/** What is known of one person, as far as one may read it. */
export function EmployeeRecord({ employee, children }: EmployeeViewProps) {
  const text = useText();
  return (
    <div className={classes.columns}>
      <div className={classes.main}>
        <PersonOnboarding id={employee.id} joined={employee.active ? employee.date_of_joining : null} />
        <Facts title={text("people.work")} fields={work} employee={employee} />
        <Facts title={text("people.personal")} fields={personal} employee={employee} />
        {"salary" in employee && <PersonFiles id={employee.id} />}
        <PlannedChanges id={employee.id} />
        <EmployeeHistory id={employee.id} />
      </div>
      <aside className={classes.side}>
        {children}
        <PersonLeave userId={employee.id} managers={employee.managers} />
        {employee.managers && employee.managers.length > 0 && (
          <People title={text("people.reportsTo")} people={employee.managers} />
        )}
        {employee.reports && employee.reports.length > 0 && (
          <People title={text("people.reports")} people={employee.reports} />
        )}
        {employee.dotted && employee.dotted.length > 0 && (
          <People title={text("people.dotted")} people={employee.dotted} />
        )}
        {employee.dotted_reports && employee.dotted_reports.length > 0 && (
          <People title={text("people.dottedReports")} people={employee.dotted_reports} />
        )}
        {employee.signature && (
          <Panel title={text("people.field.signature")} padded>
            <img
              src={employee.signature}
              alt={text("people.signatureOf", { name: employee.fullname ?? "" })}
              className={classes.signature}
            />
          </Panel>
        )}
        <PersonActing acting={employee.acting ?? []} actsFor={employee.acts_for ?? []} />
        {employee.groups.length > 0 && (
          <Panel title={text("people.groups")} padded>
            <ul className={classes.list}>
              {employee.groups.map(({ id, title }) => (
                <li key={id}>
                  <bdi>{title}</bdi>
                </li>
              ))}
            </ul>
          </Panel>
        )}
      </aside>
    </div>
  );
}

interface FactsProps {
  title: string;
  fields: readonly UserField[];
  employee: EmployeeDetail;
}

/** Private facts stand there as empty, so that one sees what is missing; others only where there is something. */
function Facts({ title, fields, employee }: FactsProps) {
  const text = useText();
  const shown = fields.filter(
    (field) => field in employee && (employee[field] !== null || fieldReaders[field] === "private"),
  );
  if (shown.length === 0) return null;
  return (
    <Panel title={title} padded>
      <dl className={classes.facts}>
        {shown.map((field) => (
          <div key={field}>
            <dt>{text(`people.field.${field}`)}</dt>
            <dd>
              <Fact field={field} employee={employee} />
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

/** One fact in words. */
export function Fact({ field, employee }: { field: UserField; employee: EmployeeDetail }) {
  const text = useText();
  const { position, department, parent, role, contract_type, last_degree, gender, salary, currency } = employee;
  const value = employee[field];
  if (value === null || value === undefined) return <span className={classes.none}>–</span>;
  switch (field) {
    case "position":
      return <bdi>{position?.title}</bdi>;
    case "department":
      return <bdi>{department?.name}</bdi>;
    case "role":
      return <bdi>{role?.name}</bdi>;
    case "parent":
      return parent ? <PersonLink person={parent} /> : null;
    case "contract_type":
      return contract_type ? text(`people.contract.${contract_type}`) : null;
    case "last_degree":
      return last_degree ? text(`people.degree.${last_degree}`) : null;
    case "gender":
      return gender ? text(`people.gender.${gender}`) : null;
    case "salary":
      return salary && currency ? <Money amount={salary} currency={currency} /> : null;
    case "email":
      return (
        <a href={`mailto:${employee.email}`} dir="ltr">
          {employee.email}
        </a>
      );
    case "phone_number":
      return (
        <a href={telephone(employee.phone_number ?? "")} dir="ltr">
          {employee.phone_number}
        </a>
      );
    case "date_of_joining":
    case "contract_start":
    case "contract_end":
    case "last_day":
    case "issued_date":
    case "expiry_date":
      return <Day value={textOf(value)} style="medium" />;
    default:
      return <bdi>{textOf(value)}</bdi>;
  }
}

export const telephone = (number: string) => `tel:${number.replace(/[^+\d]/g, "")}`;

const textOf = (value: unknown) => (typeof value === "string" ? value : "");
