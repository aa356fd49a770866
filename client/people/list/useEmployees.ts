import type { QueryOf } from "../../../shared/kernel/endpoint";
import { listUsers } from "../../../shared/people/users.contract";
import { type Pages, usePages } from "../../platform/pages";

export type EmployeeList = Pages<typeof listUsers>;
export type Employee = EmployeeList["rows"][number];

const pageSize = 50;

export function useEmployees(query: Partial<QueryOf<typeof listUsers>>) {
  return usePages(listUsers, { query: { ...query, per_page: pageSize } });
}
