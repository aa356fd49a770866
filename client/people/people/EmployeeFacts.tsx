import type { UserField } from "../../../shared/people/people/people.fields";
import { tenureOn } from "../../../shared/people/people/tenure.rules";
import { useText } from "../../platform/intl/useText";
import { useOrganizationToday } from "../../platform/useOrganizationToday";
import { DayLabel } from "../../ui/signs/DayLabel";
import { Money } from "../../ui/signs/Money";
import { PersonLink } from "./Colleagues";
import type { EmployeeDetail } from "./people.slots";
import classes from "./EmployeeFacts.module.css";
import { mailLink, phoneLink } from "../../../shared/kernel/contact-links";
import { useRoleName } from "../../platform/intl/useRoleName";
import tones from "../../ui/layout/tones.module.css";

/** Whether the field has a value; fields that the viewer may not read are absent. */
export const hasReadableValue = (employee: EmployeeDetail, field: UserField): boolean =>
  field in employee && employee[field] !== null;

interface EmployeeFactsProps {
  fields: readonly UserField[];
  employee: EmployeeDetail;
  className: string | undefined;
}

export function EmployeeFacts({ fields, employee, className }: EmployeeFactsProps) {
  const text = useText();
  return (
    <dl className={className}>
      {fields
        .filter((field) => field in employee)
        .map((field) => (
          <div key={field}>
            <dt>{text(`people.field.${field}`)}</dt>
            <dd>
              <Fact field={field} employee={employee} />
            </dd>
          </div>
        ))}
    </dl>
  );
}

function Tenure({ since }: { since: string }) {
  const text = useText();
  const tenure = tenureOn(since, useOrganizationToday());
  if (!tenure) return null;
  return (
    <>
      {" "}
      <span className={classes.tenure}>{text(`people.tenure.${tenure.unit}`, { count: tenure.count })}</span>
    </>
  );
}

function Fact({ field, employee }: { field: UserField; employee: EmployeeDetail }) {
  const text = useText();
  const roleName = useRoleName();
  const { position, department, parent, role, contract_type, last_degree, gender, salary, currency } = employee;
  const value = employee[field];
  if (value === null || value === undefined) return <span className={tones.quiet}>–</span>;
  switch (field) {
    case "position":
      return <bdi>{position?.title}</bdi>;
    case "department":
      return <bdi>{department?.name}</bdi>;
    case "role":
      return <bdi>{roleName(role)}</bdi>;
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
        <a href={mailLink(textOf(employee.email))} dir="ltr">
          {employee.email}
        </a>
      );
    case "phone_number":
      return (
        <a href={phoneLink(employee.phone_number ?? "")} dir="ltr">
          {employee.phone_number}
        </a>
      );
    case "date_of_joining":
      return (
        <>
          <DayLabel value={textOf(value)} style="medium" />
          {employee.active && <Tenure since={textOf(value)} />}
        </>
      );
    case "contract_start":
    case "contract_end":
    case "last_day":
    case "issued_date":
    case "expiry_date":
      return <DayLabel value={textOf(value)} style="medium" />;
    default:
      return <bdi>{textOf(value)}</bdi>;
  }
}

const textOf = (value: unknown) => (typeof value === "string" ? value : "");
