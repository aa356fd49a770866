import type { CSSProperties, ReactNode } from "react";
import { fieldReaders, type UserField } from "../../../shared/people/people/people.fields";
import { useText } from "../../platform/intl/useText";
import { Panel } from "../../ui/Panel";
import { PeopleList, PersonActing } from "./Colleagues";
import { EmployeeFacts, hasReadableValue } from "./EmployeeFacts";
import { type EmployeeDetail, type EmployeePanel, type EmployeePanelProps, employeeParts } from "./people.slots";
import { PersonFiles } from "./files/PersonFiles";
import classes from "./EmployeeView.module.css";
import { Link } from "react-router-dom";
import { listProjects } from "../../../shared/work/projects/projects.contract";
import { paths } from "../../platform/paths";
import { cacheMs, useEndpoint } from "../../platform/query";
import { useCan } from "../../platform/session";
import { toneColor } from "../../ui/signs/tones";
import { FailedReads } from "../../ui/states/FailedReads";

/** Fields per panel; those that the viewer may not read are absent. */
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

interface EmployeeRecordProps extends EmployeePanelProps {
  children?: ReactNode;
}

export function EmployeeRecord({ employee, children, toTab }: EmployeeRecordProps) {
  const text = useText();
  const panelsIn = (placement: EmployeePanel["place"]) =>
    employeeParts().panels.map(({ place, Panel: Part }, at) =>
      place === placement ? <Part key={at} employee={employee} toTab={toTab} /> : null,
    );
  return (
    <div className={classes.columns}>
      <div className={classes.main}>
        {panelsIn("above")}
        <FactsPanel title={text("people.work")} fields={work} employee={employee} />
        <FactsPanel title={text("people.personal")} fields={personal} employee={employee} />
        {"salary" in employee && toTab === undefined && <PersonFiles id={employee.id} />}
        {panelsIn("below")}
      </div>
      <aside className={classes.side}>
        {children}
        {panelsIn("beside")}
        {employee.managers && employee.managers.length > 0 && (
          <PeopleList title={text("people.reportsTo")} people={employee.managers} />
        )}
        {employee.reports && employee.reports.length > 0 && (
          <PeopleList title={text("people.reports")} people={employee.reports} />
        )}
        {employee.dotted && employee.dotted.length > 0 && (
          <PeopleList title={text("people.dotted")} people={employee.dotted} />
        )}
        {employee.dotted_reports && employee.dotted_reports.length > 0 && (
          <PeopleList title={text("people.dottedReports")} people={employee.dotted_reports} />
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

/** Private fields are shown even when empty, so that missing data is noticed; other fields only with a value. */
function FactsPanel({ title, fields, employee }: FactsPanelProps) {
  const visibleFields = fields.filter(
    (field) => fieldReaders[field] === "private" || hasReadableValue(employee, field),
  );
  if (!visibleFields.some((field) => field in employee)) return null;
  return (
    <Panel title={title} padded>
      <EmployeeFacts fields={visibleFields} employee={employee} className={classes.facts} />
    </Panel>
  );
}

function PersonProjects({ id }: { id: number }) {
  const text = useText();
  const enabled = useCan()("project-list");
  const query = useEndpoint(listProjects, { query: { member: id } }, { enabled, staleTime: cacheMs });
  const projects = query.data?.data ?? [];
  if (projects.length === 0) return <FailedReads reads={[query]} />;
  return (
    <Panel title={text("title.projects")} padded>
      <ul className={classes.list}>
        {projects.map((project) => (
          <li
            key={project.id}
            className={classes.project}
            style={{ "--dot": toneColor(project.color) } as CSSProperties}
          >
            <i aria-hidden />
            <Link to={paths.board(project.id)}>
              <bdi>{project.title}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
