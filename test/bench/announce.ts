/** What every measured server tells the runner: its port, and its processor time when asked. */
export function announce(port: number): void {
  process.send?.({ port });
  process.on("message", () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuMicroseconds: user + system });
  });
}
