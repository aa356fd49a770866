import { permissions, permissionsByArea } from "./access";

test("each permission belongs to one area", () => {
  expect(new Set(permissions).size).toBe(permissions.length);
  expect(permissionsByArea.flatMap(({ codes }) => codes).toSorted()).toEqual([...permissions]);
});
