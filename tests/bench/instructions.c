/* A plugin of qemu-user that counts the instructions a program executes, and says so when it ends.
 * The declarations are those of qemu-plugin.h, version 1, which packages of the emulator leave out. */
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

#define EXPORT __attribute__((visibility("default")))

struct qemu_plugin_tb; /* a run of instructions without a branch in between */

extern void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t,
                                                  void (*)(uint64_t, struct qemu_plugin_tb *));
extern size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
extern void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb *, int, void *, uint64_t);
extern void qemu_plugin_register_atexit_cb(uint64_t, void (*)(uint64_t, void *), void *);

EXPORT int qemu_plugin_version = 1;

static uint64_t executed;

static void translated(uint64_t id, struct qemu_plugin_tb *run)
{
    (void)id;
    qemu_plugin_register_vcpu_tb_exec_inline(run, 0 /* add */, &executed, qemu_plugin_tb_n_insns(run));
}

static void ended(uint64_t id, void *data)
{
    (void)id;
    (void)data;
    fprintf(stderr, "instructions %" PRIu64 "\n", executed);
}

EXPORT int qemu_plugin_install(uint64_t id, const void *info, int argc, char **argv)
{
    (void)info;
    (void)argc;
    (void)argv;
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, ended, NULL);
    return 0;
}
