export { BoardPage } from "./BoardPage";
export { TaskPage } from "./TaskPage";
export { ArchivedTasksPage } from "./ArchivedTasksPage";
