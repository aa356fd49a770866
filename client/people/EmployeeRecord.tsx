import type { ReactNode } from "react";
import { fieldReaders, type UserField } from "../../shared/people/people.fields";
import { PlannedChanges } from "../employment/PlannedChanges";
import { PersonLeave } from "../leave/balances/PersonLeave";
import { PersonOnboarding } from "../onboarding/PersonOnboarding";
import { useText } from "../platform/intl/useText";
import { Panel } from "../ui/Panel";
import { People, PersonActing } from "./Colleagues";
import { type EmployeeDetail, EmployeeFacts, hasFact } from "./EmployeeFacts";
import { EmployeeHistory } from "./EmployeeHistory";
import { PersonFiles } from "./files/PersonFiles";
import { PersonProjects } from "./PersonProjects";
import classes from "./EmployeeView.module.css";

/** Which fields stand where; a field that one may not read isn't there. */
const work: readonly UserField[] = [
  "employee_id",
  "position",
  "department",
  "parent",
  "location",
  "contract_type",
  "date_of_joining",
  "contract_start",
  "contract_end",
  "last_day",
  "role",
  "salary",
];
const personal: readonly UserField[] = [
  "email",
  "phone_number",
  "slack_id",
  "address",
  "city",
  "last_degree",
  "credential_number",
  "issued_date",
  "expiry_date",
  "gender",
];

interface EmployeeRecordProps {
  employee: EmployeeDetail;
  /** What else stands at the side. */
  children?: ReactNode;
  /** Where the whole history stands, and the files: here is the latest of it then. */
  toHistory?: string;
}

/** What is known of one person, as far as one may read it. */
export function EmployeeRecord({ employee, children, toHistory }: EmployeeRecordProps) {
  const text = useText();
  return (
    <div className={classes.columns}>
      <div className={classes.main}>
        <PersonOnboarding id={employee.id} joined={employee.active ? employee.date_of_joining : null} />
        <FactsPanel title={text("people.work")} fields={work} employee={employee} />
        <FactsPanel title={text("people.personal")} fields={personal} employee={employee} />
        {"salary" in employee && toHistory === undefined && <PersonFiles id={employee.id} />}
        <PlannedChanges id={employee.id} />
        <EmployeeHistory id={employee.id} toAll={toHistory} />
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
        <PersonProjects id={employee.id} />
      </aside>
    </div>
  );
}

interface FactsPanelProps {
  title: string;
  fields: readonly UserField[];
  employee: EmployeeDetail;
}

/** Private facts stand there as empty, so that one sees what is missing; others only where there is something. */
function FactsPanel({ title, fields, employee }: FactsPanelProps) {
  const shown = fields.filter((field) => fieldReaders[field] === "private" || hasFact(employee, field));
  if (!shown.some((field) => field in employee)) return null;
  return (
    <Panel title={title} padded>
      <EmployeeFacts fields={shown} employee={employee} className={classes.facts} />
    </Panel>
  );
}
