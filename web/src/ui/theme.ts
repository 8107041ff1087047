import { computed, signal } from "@preact/signals";

export type Theme = "light" | "dark";

const system = matchMedia("(prefers-color-scheme: dark)");
const systemDark = signal(system.matches);
system.addEventListener("change", () => (systemDark.value = system.matches));

const named = (value: string | undefined): Theme | null => (value === "light" || value === "dark" ? value : null);
const chosen = signal<Theme | null>(named(document.documentElement.dataset.theme));

export const theme = computed<Theme>(() => chosen.value ?? (systemDark.value ? "dark" : "light"));

export function toggleTheme(): void {
  chosen.value = theme.value === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = chosen.value;
  try {
    localStorage.setItem("weir-theme", chosen.value);
  } catch {
    // Storage may be switched off; the choice then lasts as long as the page.
  }
}
