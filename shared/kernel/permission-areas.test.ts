import { permissionsByArea } from "./permission-areas";
import { permissions } from "./permissions";

test("every permission belongs to one area, and no area is empty", () => {
  expect(permissionsByArea.flatMap(({ codes }) => codes).toSorted()).toEqual([...permissions]);
  expect(permissionsByArea.filter(({ codes }) => codes.length === 0)).toEqual([]);
});
