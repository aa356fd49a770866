import type { ServerFeature } from "../../platform/features";
import { DepartmentEntity } from "./department.entity";
import { registerDepartmentsRoutes } from "./departments.routes";
import { departmentSearch } from "./departments.search";

export const departmentsFeature = {
  routes: [registerDepartmentsRoutes],
  entities: [DepartmentEntity],
  searches: { department: departmentSearch },
  personalData: {
    areas: { person: "department.head_id" },
  },
} satisfies ServerFeature;
