export const REPOSITORY: string;
export function linksIn(text: string): { target: string; line: number }[];
export function changeLinks(text: string, change: (target: string) => string): string;
export function webAddress(page: string, target: string): string;
export function isRelative(target: string): boolean;
export function anchorOf(heading: string): string;
export function markdownFiles(root: string): string[];
export function deadLinks(root: string, options?: { files?: readonly string[]; repository?: string }): string[];
