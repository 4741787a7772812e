/** Waits until a condition holds, at most for so many milliseconds. */
export async function until(isTrue: () => boolean, milliseconds = 8000): Promise<void> {
  for (const end = Date.now() + milliseconds; !isTrue() && Date.now() < end; )
    await new Promise((resolve) => setTimeout(resolve, 2));
}
