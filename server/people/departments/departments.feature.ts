import type { ServerFeature } from "../../platform/features";
import { DepartmentEntity } from "./department.entity";
import { registerDepartmentsRoutes } from "./departments.routes";
import { findAmong, personJson, type SearchSource } from "../../platform/search/search-source";

const departmentSearch: SearchSource = {
  matches: [
    `${findAmong("d.id", "department d", "concat_ws(' ', d.folded, fold(d.code))")} AND d.tenant_id = current_tenant()`,
  ],
  from: "department d",
  id: "d.id",
  visible: "d.tenant_id = current_tenant()",
  title: "d.folded",
  isKey: "fold(d.code) = asked.text",
  ofPerson: "d.head_id = asked.person",
  joins: `LEFT JOIN department above ON above.tenant_id = d.tenant_id AND above.id = d.parent_id
    LEFT JOIN app_user u ON u.tenant_id = d.tenant_id AND u.id = d.head_id`,
  columns: { key: "d.code", title: "d.name", context: "above.name", person: personJson("u") },
};

export const departmentsFeature = {
  routes: [registerDepartmentsRoutes],
  entities: [DepartmentEntity],
  searches: { department: departmentSearch },
  personalData: {
    areas: { person: "department.head_id" },
  },
} satisfies ServerFeature;
