// Whether the graphics processor is done: it works on its own, and what it is given returns at once.
export class Fence {
  #sync: WebGLSync | null = null;

  constructor(private readonly gl: WebGL2RenderingContext) {}

  /** Marks everything that it was given so far. */
  set(): void {
    const { gl } = this;
    this.clear();
    this.#sync = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.flush();
  }

  /** Returns whether everything marked is done. */
  passed(): boolean {
    const { gl } = this;
    if (!this.#sync) return true;
    if (gl.getSyncParameter(this.#sync, gl.SYNC_STATUS) !== gl.SIGNALED) return false;
    this.clear();
    return true;
  }

  clear(): void {
    this.gl.deleteSync(this.#sync);
    this.#sync = null;
  }
}
