/** The plots of the traffic. */
export function Plots() {
  return <div class="plots" />;
}
