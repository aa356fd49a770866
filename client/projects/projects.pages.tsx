export function ProjectsPage() {
  return null;
}

export function ProjectCreatePage() {
  return null;
}

export function ProjectEditPage() {
  return null;
}

export function ProjectViewPage() {
  return null;
}

