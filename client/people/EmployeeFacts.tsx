import type { ReplyOf } from "../../shared/kernel/endpoint";
import type { UserField } from "../../shared/people/people.fields";
import { tenureOn } from "../../shared/people/tenure.rules";
import type { readUser } from "../../shared/people/users.contract";
import { useText } from "../platform/intl/useText";
import { useOrganisationToday } from "../platform/useOrganisationToday";
import { Day } from "../ui/signs/Day";
import { Money } from "../ui/signs/Money";
import { PersonLink } from "./Colleagues";
import classes from "./EmployeeFacts.module.css";
import { mailLink, phoneLink } from "../../shared/kernel/contact-links";

export type EmployeeDetail = ReplyOf<typeof readUser>["data"];

/** Whether there is something to say; a field that one may not read isn't there at all. */
export const hasFact = (employee: EmployeeDetail, field: UserField): boolean =>
  field in employee && employee[field] !== null;

interface EmployeeFactsProps {
  /** What is shown of them, in this order, as far as one may read it. */
  fields: readonly UserField[];
  employee: EmployeeDetail;
  /** How the list lies on its screen. */
  className: string | undefined;
}

/** What is known of somebody, name by name: beside the list and on their page. */
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

/** For how long they have been here; nothing within the first month. */
function Tenure({ since }: { since: string }) {
  const text = useText();
  const tenure = tenureOn(since, useOrganisationToday());
  if (!tenure) return null;
  return (
    <>
      {" "}
      <span className={classes.tenure}>{text(`people.tenure.${tenure.unit}`, { count: tenure.count })}</span>
    </>
  );
}

/** One fact in words. */
function Fact({ field, employee }: { field: UserField; employee: EmployeeDetail }) {
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
          <Day value={textOf(value)} style="medium" />
          {employee.active && <Tenure since={textOf(value)} />}
        </>
      );
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

const textOf = (value: unknown) => (typeof value === "string" ? value : "");
