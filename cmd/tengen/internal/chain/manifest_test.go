package chain_test

import (
	"errors"
	"io"
	"net"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"
	"go.yaml.in/yaml/v3"

	"github.com/tengen-go/tengen/cmd/tengen/internal/chain"
	"github.com/tengen-go/tengen/cmd/tengen/internal/cluster"
	"github.com/tengen-go/tengen/internal/cluster/worker"
	"github.com/tengen-go/tengen/internal/version"
)

// The files of examples/cluster are checked without Docker and Kubernetes: their fields are known, the real command
// line takes their commands, and they agree with themselves and with the program.

const manifests = "../../../../examples/cluster/"

// image is what all containers run.
const image = "tengen:" + version.Number

// commands are those that the files use, as the program has them.
type commands struct {
	Hub    chain.HubCmd      `cmd:""`
	Worker cluster.WorkerCmd `cmd:""`
}

// parsed is a command line as the program reads it.
func parsed(t *testing.T, args ...string) *commands {
	t.Helper()
	c := new(commands)
	p, err := kong.New(c, kong.Vars{"config": "a file"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Parse(args); err != nil {
		t.Fatalf("tengen %q: %v", args, err)
	}
	return c
}

func read(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// documented are the commands that the comment at the head of a file shows.
func documented(t *testing.T, file string) (lines []string) {
	t.Helper()
	for line := range strings.Lines(read(t, manifests+file)) {
		if command, ok := strings.CutPrefix(line, "#     "); ok {
			lines = append(lines, strings.TrimSpace(command))
		}
	}
	return lines
}

// portOf is the number in HOST:PORT.
func portOf(t *testing.T, address string) int {
	t.Helper()
	_, port, err := net.SplitHostPort(address)
	n, bad := strconv.Atoi(port)
	if err != nil || bad != nil {
		t.Fatalf("%s: %v, %v", address, err, bad)
	}
	return n
}

// inside fails if a file is not below one of the folders that a container has.
func inside(t *testing.T, file string, folders ...string) {
	t.Helper()
	if !slices.ContainsFunc(folders, func(f string) bool { return file == f || strings.HasPrefix(file, f+"/") }) {
		t.Errorf("%s is not in %q", file, folders)
	}
}

func TestDockerfile(t *testing.T) {
	want := "FROM scratch\nCOPY tengen /tengen\nENTRYPOINT [\"/tengen\"]\n"
	if got := regexp.MustCompile(`(?m)^#.*\n`).ReplaceAllString(read(t, manifests+"Dockerfile"), ""); got != want {
		t.Errorf("%q", got)
	}
	if lines := documented(t, "Dockerfile"); len(lines) != 1 || lines[0] != "docker build -t "+image+" ." {
		t.Errorf("%q", lines)
	}
}

// composed is what compose.yaml has of the format of Compose.
type composed struct {
	Services map[string]service
	Volumes  map[string]struct{}
}

type service struct {
	Image, Build    string
	Command         []string
	Ports, Volumes  []string
	DependsOn       []string `yaml:"depends_on"`
	Restart         string
	StopGracePeriod time.Duration `yaml:"stop_grace_period"`
	CPUs            int           `yaml:"cpus"`
	MemLimit        string        `yaml:"mem_limit"`
	Healthcheck     *struct {
		Test              []string
		Interval, Timeout time.Duration
	}
}

// folders are what a container sees: all folders, whether it may write there, and where they come from.
func (s service) folders() (all []string, writes map[string]bool, from map[string]string) {
	writes, from = map[string]bool{}, map[string]string{}
	for _, v := range s.Volumes {
		parts := strings.Split(v, ":")
		all, writes[parts[1]], from[parts[1]] = append(all, parts[1]), len(parts) == 2, parts[0]
	}
	return all, writes, from
}

func TestCompose(t *testing.T) {
	var c composed
	d := yaml.NewDecoder(strings.NewReader(read(t, manifests+"compose.yaml")))
	d.KnownFields(true)
	if err := d.Decode(&c); err != nil {
		t.Fatal(err)
	}
	for name, s := range c.Services {
		if s.Image != image {
			t.Errorf("%s: image %s, want %s", name, s.Image, image)
		}
		for _, from := range s.DependsOn {
			if _, ok := c.Services[from]; !ok {
				t.Errorf("%s depends on %s", name, from)
			}
		}
		_, _, from := s.folders()
		for _, volume := range from {
			if _, ok := c.Volumes[volume]; !ok && volume != "./tokens" {
				t.Errorf("%s: no volume %s", name, volume)
			}
		}
		if s.StopGracePeriod < worker.Farewell+10*time.Second {
			t.Errorf("%s: %v to stop", name, s.StopGracePeriod)
		}
	}
	if _, err := os.Stat(manifests + c.Services["hub"].Build + "/Dockerfile"); err != nil {
		t.Error(err)
	}
	hub := parsed(t, c.Services["hub"].Command...).Hub.Serve
	port := portOf(t, hub.Listen)
	if want := strconv.Itoa(port); !slices.Equal(c.Services["hub"].Ports, []string{want + ":" + want}) {
		t.Errorf("the hub listens at %s, and has the ports %q", hub.Listen, c.Services["hub"].Ports)
	}
	_, writes, hubFrom := c.Services["hub"].folders()
	if !writes[hub.Dir] {
		t.Errorf("the hub's folder %s is not in %q", hub.Dir, c.Services["hub"].Volumes)
	}
	tokens := map[bool]string{} // by whether it is an owner's
	lines := documented(t, "compose.yaml")
	for _, line := range lines {
		command, ok := strings.CutPrefix(line, "docker compose exec -T hub /tengen ")
		if !ok {
			continue
		}
		command, file, _ := strings.Cut(command, " > ")
		token := parsed(t, strings.Fields(command)...).Hub.Token
		tokens[token.Owner] = "/" + file
		host := map[bool]string{true: "localhost", false: "hub"}[token.Owner]
		if token.Dir != hub.Dir || token.Host != net.JoinHostPort(host, strconv.Itoa(port)) {
			t.Errorf("%s: %+v", line, token)
		}
	}
	if len(lines) != 5 || lines[0] != "mkdir tokens" || len(tokens) != 2 {
		t.Errorf("%q", lines)
	}
	plays := parsed(t, c.Services["worker"].Command...).Worker
	folders, writes, from := c.Services["worker"].folders()
	if plays.Token != tokens[false] || from[path.Dir(plays.Token)] != "./tokens" || !writes[plays.Cache] ||
		plays.Threads != c.Services["worker"].CPUs {
		t.Errorf("%+v with %q", plays, c.Services["worker"].Volumes)
	}
	inside(t, plays.Token, folders...)
	check := c.Services["hub"].Healthcheck
	if check.Test[0] != "CMD" || check.Test[1] != "/tengen" || check.Timeout >= check.Interval {
		t.Errorf("%+v", check)
	}
	if status := parsed(t, check.Test[2:]...).Hub.Status; status.Token != tokens[true] || hubFrom[path.Dir(status.Token)] != "./tokens" {
		t.Errorf("%+v", status)
	}
	for _, i := range []int{1, 4} {
		words := strings.Fields(lines[i])
		if _, ok := c.Services[words[len(words)-1]]; !ok || !strings.HasPrefix(lines[i], "docker compose up -d ") {
			t.Errorf("%s: no such service", lines[i])
		}
	}
}

// The parts of Kubernetes' objects that kubernetes.yaml has.
type (
	object struct {
		APIVersion string `yaml:"apiVersion"`
		Kind       string
		Metadata   metadata
		Spec       spec
	}
	metadata struct {
		Name   string
		Labels map[string]string
	}
	spec struct {
		Selector    yaml.Node
		Ports       []servicePort
		ServiceName string `yaml:"serviceName"`
		Replicas    int
		Template    struct {
			Metadata metadata
			Spec     pod
		}
		Claims []struct {
			Metadata metadata
			Spec     struct {
				AccessModes []string `yaml:"accessModes"`
				Resources   struct{ Requests map[string]string }
			}
		} `yaml:"volumeClaimTemplates"`
	}
	servicePort struct {
		Name       string
		Port       int
		TargetPort string `yaml:"targetPort"`
	}
	pod struct {
		Grace           int            `yaml:"terminationGracePeriodSeconds"`
		SecurityContext map[string]any `yaml:"securityContext"`
		Containers      []container
		Volumes         []struct {
			Name   string
			Secret *struct {
				SecretName  string `yaml:"secretName"`
				DefaultMode int    `yaml:"defaultMode"`
			}
			EmptyDir *struct {
				SizeLimit string `yaml:"sizeLimit"`
			} `yaml:"emptyDir"`
		}
	}
	container struct {
		Name, Image string
		Args        []string
		Ports       []struct {
			Name          string
			ContainerPort int `yaml:"containerPort"`
		}
		StartupProbe    *probe `yaml:"startupProbe"`
		ReadinessProbe  *probe `yaml:"readinessProbe"`
		LivenessProbe   *probe `yaml:"livenessProbe"`
		Resources       struct{ Requests, Limits map[string]string }
		SecurityContext map[string]any `yaml:"securityContext"`
		VolumeMounts    []struct {
			Name      string
			MountPath string `yaml:"mountPath"`
			ReadOnly  bool   `yaml:"readOnly"`
		} `yaml:"volumeMounts"`
	}
	probe struct {
		TCPSocket        struct{ Port string } `yaml:"tcpSocket"`
		PeriodSeconds    int                   `yaml:"periodSeconds"`
		FailureThreshold int                   `yaml:"failureThreshold"`
	}
)

// mounts are the volumes of a container by their folders.
func (c container) mounts() (from map[string]string, folders []string) {
	from = map[string]string{}
	for _, m := range c.VolumeMounts {
		from[m.MountPath], folders = m.Name, append(folders, m.MountPath)
	}
	return from, folders
}

// gibibytes is a size such as 10Gi.
func gibibytes(t *testing.T, size string) int64 {
	t.Helper()
	n, err := strconv.ParseInt(strings.TrimSuffix(size, "Gi"), 10, 64)
	if err != nil || !strings.HasSuffix(size, "Gi") {
		t.Fatalf("%q is not so many Gi", size)
	}
	return n << 30
}

func TestKubernetes(t *testing.T) {
	objects := map[string]object{}
	d := yaml.NewDecoder(strings.NewReader(read(t, manifests+"kubernetes.yaml")))
	d.KnownFields(true)
	for {
		var o object
		err := d.Decode(&o)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		objects[o.Kind+" "+o.Metadata.Name] = o
	}
	service, hub, workers := objects["Service tengen-hub"], objects["StatefulSet tengen-hub"], objects["Deployment tengen-worker"]
	if len(objects) != 3 || service.APIVersion != "v1" || hub.APIVersion != "apps/v1" || workers.APIVersion != "apps/v1" {
		t.Fatalf("%+v", objects)
	}
	var selects map[string]string
	if err := service.Spec.Selector.Decode(&selects); err != nil || selects["app"] != hub.Spec.Template.Metadata.Labels["app"] ||
		hub.Spec.ServiceName != service.Metadata.Name || hub.Spec.Replicas != 1 {
		t.Errorf("the service finds %v, %v", selects, err)
	}
	for _, o := range []object{hub, workers} {
		var selector struct {
			MatchLabels map[string]string `yaml:"matchLabels"`
		}
		pod := o.Spec.Template.Spec
		if err := o.Spec.Selector.Decode(&selector); err != nil || len(pod.Containers) != 1 ||
			selector.MatchLabels["app"] != o.Metadata.Name || o.Spec.Template.Metadata.Labels["app"] != o.Metadata.Name {
			t.Fatalf("%s: %v, %v", o.Metadata.Name, selector, err)
		}
		if pod.Containers[0].Image != image {
			t.Errorf("%s: image %s, want %s", o.Metadata.Name, pod.Containers[0].Image, image)
		}
		if time.Duration(pod.Grace)*time.Second < worker.Farewell+10*time.Second {
			t.Errorf("%s: %d seconds to stop", o.Metadata.Name, pod.Grace)
		}
		if pod.SecurityContext["runAsNonRoot"] != true || pod.SecurityContext["fsGroup"] != pod.SecurityContext["runAsGroup"] ||
			pod.Containers[0].SecurityContext["readOnlyRootFilesystem"] != true {
			t.Errorf("%s: %v", o.Metadata.Name, pod.SecurityContext)
		}
	}

	c := hub.Spec.Template.Spec.Containers[0]
	serves := parsed(t, c.Args...).Hub.Serve
	port := service.Spec.Ports[0]
	if len(c.Ports) != 1 || portOf(t, serves.Listen) != c.Ports[0].ContainerPort || port.Port != c.Ports[0].ContainerPort ||
		port.TargetPort != c.Ports[0].Name {
		t.Errorf("the hub listens at %s; ports %+v and %+v", serves.Listen, c.Ports, service.Spec.Ports)
	}
	for _, p := range []*probe{c.StartupProbe, c.ReadinessProbe, c.LivenessProbe} {
		if p == nil || p.TCPSocket.Port != c.Ports[0].Name {
			t.Errorf("%+v", p)
		}
	}
	from, _ := c.mounts()
	claim := hub.Spec.Claims[0]
	if from[serves.Dir] != claim.Metadata.Name || gibibytes(t, claim.Spec.Resources.Requests["storage"]) <= serves.Bytes {
		t.Errorf("%d bytes in %s, with %+v and %+v", serves.Bytes, serves.Dir, c.VolumeMounts, claim)
	}

	pod := workers.Spec.Template.Spec
	c = pod.Containers[0]
	plays := parsed(t, c.Args...).Worker
	if strconv.Itoa(plays.Threads) != c.Resources.Limits["cpu"] {
		t.Errorf("%d threads on %v", plays.Threads, c.Resources.Limits)
	}
	from, folders := c.mounts()
	secret := ""
	for _, v := range pod.Volumes {
		switch {
		case v.Secret != nil:
			secret = v.Secret.SecretName
			if from[path.Dir(plays.Token)] != v.Name || v.Secret.DefaultMode != 0o440 {
				t.Errorf("%+v, and the token is %s", v.Secret, plays.Token)
			}
		case v.EmptyDir != nil:
			if from[plays.Cache] != v.Name || gibibytes(t, v.EmptyDir.SizeLimit) <= int64(plays.CacheSize)*1e6 {
				t.Errorf("%+v, and the cache is %s of %d MB", v.EmptyDir, plays.Cache, plays.CacheSize)
			}
		}
	}
	inside(t, plays.Token, folders...)

	lines := documented(t, "kubernetes.yaml")
	if len(lines) != 4 || lines[0] != "kubectl apply -f kubernetes.yaml" {
		t.Fatalf("%q", lines)
	}
	command, ok := strings.CutPrefix(lines[1], "kubectl exec "+hub.Metadata.Name+"-0 -- /tengen ")
	command, file, into := strings.Cut(command, " > ")
	token := parsed(t, strings.Fields(command)...).Hub.Token
	if !ok || !into || token.Dir != serves.Dir || token.Owner || file != path.Base(plays.Token) ||
		token.Host != net.JoinHostPort(service.Metadata.Name, strconv.Itoa(port.Port)) {
		t.Errorf("%s: %+v", lines[1], token)
	}
	if lines[2] != "kubectl create secret generic "+secret+" --from-file="+file {
		t.Errorf("%s, and the secret is %s", lines[2], secret)
	}
	if !strings.HasPrefix(lines[3], "kubectl scale deployment "+workers.Metadata.Name+" ") {
		t.Error(lines[3])
	}
}

// docs/cluster.md and the files have the same commands for containers, and the program takes them.
func TestContainerCommands(t *testing.T) {
	text, n := read(t, "../../../../docs/cluster.md"), 0
	for _, m := range regexp.MustCompile(`(?m)^.* exec .*? /tengen (.*?)( > .*)?$`).FindAllStringSubmatch(text, -1) {
		parsed(t, strings.Fields(m[1])...)
		n++
	}
	if n == 0 {
		t.Error("no command")
	}
	for _, line := range append(documented(t, "compose.yaml"), documented(t, "kubernetes.yaml")...) {
		if !strings.Contains(text, "\n"+line+"\n") {
			t.Errorf("docs/cluster.md does not have: %s", line)
		}
	}
}
