import { auditValueText } from "./audit-changes.rules";

test("only values of enumerations have a text", () => {
  expect(auditValueText("active", "true")).toBe("audit.value.active.true");
  expect(auditValueText("external", "false")).toBe("audit.value.external.false");
  expect(auditValueText("project_role", "viewer")).toBe("audit.value.project_role.viewer");
  expect(auditValueText("active", "yes")).toBeNull();
  expect(auditValueText("name", "true")).toBeNull();
});
